import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { queryClient, trpc } from '#console/app/api.ts'
import { modals } from '#console/components/modals.ts'
import { ProductPicker } from '#console/components/product-picker.tsx'
import { priceLists } from '#console/strings/price-lists.ts'
import type { Product } from './price-changes.ts'

/** Returns a function that asks for products. Resolves to an empty list if the user cancels. */
export function useAddProducts(): (priceListId: string) => Promise<Product[]> {
  const words = priceLists.useWords()
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

function ProductChoice({ onDone }: { onDone(products: Product[]): void }) {
  const words = priceLists.useWords()
  const [id, setIds] = useState<string[]>([])
  const [isLoading, setLoading] = useState(false)
  const add = async () => {
    setLoading(true)
    const { products } = await queryClient.fetchQuery(trpc.admin.products.list.queryOptions({ id, limit: 100 }))
    onDone(products)
  }
  return (
    <Stack>
      <ProductPicker label={words.chooseProducts} value={id} onChange={setIds} data-autofocus />
      <Group justify="flex-end">
        <Button disabled={id.length === 0} loading={isLoading} onClick={() => void add()}>
          {words.add}
        </Button>
      </Group>
    </Stack>
  )
}
