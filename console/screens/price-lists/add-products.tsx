import { Button, Group, MultiSelect, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { modals } from '@mantine/modals'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient, trpc } from '#console/app/api.ts'
import { useStrings } from '#console/strings/define-strings.ts'
import { priceLists } from '#console/strings/price-lists.ts'
import type { Product } from './price-changes.ts'

/** Returns a function that asks for products. Resolves to an empty list if the user cancels. */
export function useAddProducts(): (priceListId: string) => Promise<Product[]> {
  const words = useStrings(priceLists)
  return () =>
    new Promise((resolve) => {
      const modal = modals.open({
        title: words.addProducts,
        onClose: () => resolve([]),
        children: (
          <ProductChoice
            onDone={(products) => {
              resolve(products)
              modals.close(modal)
            }}
          />
        ),
      })
    })
}

interface Choice {
  value: string
  label: string
}

function ProductChoice({ onDone }: { onDone(products: Product[]): void }) {
  const words = useStrings(priceLists)
  const [search, setSearch] = useState('')
  const [text] = useDebouncedValue(search, 200)
  const [chosen, setChosen] = useState<readonly Choice[]>([])
  const [isLoading, setLoading] = useState(false)
  const { data } = useQuery(
    trpc.admin.products.list.queryOptions({ q: text || undefined, limit: 50, fields: 'id,title', expand: '' }),
  )
  const found = data?.products.map(({ id, title }) => ({ value: id, label: title })) ?? []
  const known = new Map([...chosen, ...found].map((choice) => [choice.value, choice]))
  const add = async () => {
    setLoading(true)
    const id = chosen.map(({ value }) => value)
    const { products } = await queryClient.fetchQuery(trpc.admin.products.list.queryOptions({ id, limit: 100 }))
    onDone(products)
  }
  return (
    <Stack>
      <MultiSelect
        label={words.chooseProducts}
        searchable
        searchValue={search}
        onSearchChange={setSearch}
        data={[...known.values()]}
        value={chosen.map(({ value }) => value)}
        onChange={(values) => setChosen(values.flatMap((value) => known.get(value) ?? []))}
        data-autofocus
      />
      <Group justify="flex-end">
        <Button disabled={chosen.length === 0} loading={isLoading} onClick={() => void add()}>
          {words.add}
        </Button>
      </Group>
    </Stack>
  )
}
