import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'

interface ProductSelectProps {
  label: string
  /** The products that are chosen at first. */
  known: readonly { id: string; title: string }[]
  /** The IDs of the chosen products. */
  value: string[]
  onChange(ids: string[]): void
}

/** Chooses products by a search in the shop, and shows the chosen products by their titles. */
export function ProductSelect({ label, known, value, onChange }: ProductSelectProps) {
  const [search, setSearch] = useState('')
  const [q] = useDebouncedValue(search, 200)
  const [titles, setTitles] = useState(() => new Map(known.map(({ id, title }) => [id, title])))
  const { data } = useQuery({
    ...trpc.admin.products.list.queryOptions({ ...(q ? { q } : {}), limit: 20, fields: 'id,title', expand: '' }),
    placeholderData: keepPreviousData,
  })
  const found = new Map([...titles, ...(data?.products.map(({ id, title }) => [id, title] as const) ?? [])])
  const shown = new Set([...(data?.products.map(({ id }) => id) ?? []), ...value])
  return (
    <MultiSelect
      label={label}
      data={[...shown].map((id) => ({ value: id, label: found.get(id) ?? id }))}
      value={value}
      onChange={(ids) => {
        setTitles(found)
        onChange(ids)
      }}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      filter={({ options }) => options}
      hidePickedOptions
    />
  )
}
