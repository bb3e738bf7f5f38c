import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { SearchPicker } from '#console/components/search-picker.tsx'
import { promotions } from '#console/strings/promotions.ts'
import { withDeleted } from './with-deleted.ts'

interface GiftPickerProps {
  label: string
  value: string[]
  onChange(ids: string[]): void
}

/** The variants that buyers get. */
export function GiftPicker({ label, value, onChange }: GiftPickerProps) {
  const words = promotions.useWords()
  const [search, setSearch] = useState('')
  const [q] = useDebouncedValue(search, 200)
  const [stored] = useState(value)
  const known = useQuery(
    trpc.admin.variants.list.queryOptions(
      { id: stored, limit: 100, expand: 'product' },
      { enabled: stored.length > 0 },
    ),
  )
  const found = useQuery(trpc.admin.variants.list.queryOptions({ q: q || undefined, limit: 50, expand: 'product' }))
  if (known.isLoading) return null
  const names = namesOf(known.data?.variants)
  return (
    <SearchPicker
      label={label}
      placeholder={words.chooseResources}
      known={known.data ? withDeleted(names, stored, words.gone) : names}
      value={value}
      onChange={onChange}
      search={search}
      onSearch={setSearch}
      found={namesOf(found.data?.variants)}
    />
  )
}

interface NamedVariant {
  id: string
  title: string
  product?: { title: string } | null | undefined
}

const namesOf = (variants: readonly NamedVariant[] = []): Record<string, string> =>
  Object.fromEntries(variants.map(({ id, title, product }) => [id, product ? `${product.title}, ${title}` : title]))
