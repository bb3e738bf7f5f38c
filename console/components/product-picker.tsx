import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { type PickerProps, SearchPicker } from './search-picker.tsx'

/** Chooses products by a search in the shop. */
export function ProductPicker(props: PickerProps) {
  const [search, setSearch] = useState('')
  const [q] = useDebouncedValue(search, 200)
  const { data } = useQuery({
    ...trpc.admin.products.list.queryOptions({ ...(q ? { q } : {}), limit: 20, fields: 'id,title', expand: '' }),
    placeholderData: keepPreviousData,
  })
  const found = Object.fromEntries(data?.products.map(({ id, title }) => [id, title]) ?? [])
  return <SearchPicker {...props} search={search} onSearch={setSearch} found={found} />
}
