import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'

interface ProductPickerProps {
  label: string
  placeholder?: string
  /** The IDs of the chosen products. */
  value: string[]
  onChange(ids: string[]): void
}

/** Chooses products by a search in the shop. */
export function ProductPicker({ label, placeholder, value, onChange }: ProductPickerProps) {
  const [search, setSearch] = useState('')
  const [q] = useDebouncedValue(search, 200)
  const [titles, setTitles] = useState<Record<string, string>>({})
  const { data } = useQuery({
    ...trpc.admin.products.list.queryOptions({ ...(q ? { q } : {}), limit: 20, fields: 'id,title', expand: '' }),
    placeholderData: keepPreviousData,
  })
  const found = Object.fromEntries(data?.products.map(({ id, title }) => [id, title]) ?? [])
  const chosen = Object.fromEntries(value.map((id) => [id, titles[id] ?? found[id] ?? id]))
  return (
    <MultiSelect
      flex={1}
      label={label}
      {...(placeholder === undefined ? {} : { placeholder })}
      data={Object.entries({ ...found, ...chosen }).map(([id, title]) => ({ value: id, label: title }))}
      value={value}
      onChange={(ids) => {
        setTitles({ ...titles, ...found })
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
