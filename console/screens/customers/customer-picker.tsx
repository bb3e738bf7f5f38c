import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { type PickerProps, SearchPicker } from '#console/components/search-picker.tsx'

/** Chooses customers by a search in the shop. */
export function CustomerPicker(props: PickerProps) {
  const [search, setSearch] = useState('')
  const [q] = useDebouncedValue(search, 200)
  const { data } = useQuery({
    ...trpc.admin.customers.list.queryOptions({ ...(q ? { q } : {}), limit: 20, expand: '' }),
    placeholderData: keepPreviousData,
  })
  const found = Object.fromEntries(data?.customers.map(({ id, email }) => [id, email]) ?? [])
  return <SearchPicker {...props} search={search} onSearch={setSearch} found={found} />
}
