import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { Select } from '#console/components/late-select.tsx'
import { common } from '#console/strings/common.ts'
import { formatMoney } from '../money.tsx'
import { variantName } from './variant-name.ts'

export interface ChosenVariant {
  variant_id: string
  title: string
  description: string
  thumbnail: string | null
  /** In the currency of the region, in minor units. */
  price: number | null
}

interface VariantSearchProps {
  label: string
  regionId: string
  currency: string
  autoFocus?: boolean
  onChoose(variant: ChosenVariant): void
}

/** Finds a variant by the name of its product or its article number, with the price in a region. */
export function VariantSearch({ label, regionId, currency, autoFocus = false, onChoose }: VariantSearchProps) {
  const words = common.useWords()
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text.trim(), 200)
  const { data } = useQuery(
    trpc.admin.variants.list.queryOptions(
      { limit: 20, region_id: regionId, currency_code: currency, expand: 'product', ...(q ? { q } : {}) },
      { placeholderData: keepPreviousData },
    ),
  )
  const found = (data?.variants ?? []).map((variant) => ({
    variant_id: variant.id,
    title: variant.product?.title ?? variant.title,
    description: variant.title,
    thumbnail: variant.product?.thumbnail ?? null,
    price: variant.calculated_price ?? null,
  }))
  return (
    <Select
      label={label}
      autoFocus={autoFocus}
      placeholder={words.search}
      searchable
      searchValue={text}
      onSearchChange={setText}
      data={found.map((variant) => ({ value: variant.variant_id, label: labelOf(variant, currency) }))}
      filter={({ options }) => options}
      value={null}
      onChange={(id) => {
        const variant = found.find(({ variant_id }) => variant_id === id)
        if (variant) onChoose(variant)
        setText('')
      }}
      nothingFoundMessage={words.emptySearch}
    />
  )
}

const labelOf = ({ title, description, price }: ChosenVariant, currency: string) =>
  [variantName(title, description, ' · '), price === null ? undefined : formatMoney(price, currency)]
    .filter(Boolean)
    .join(' — ')
