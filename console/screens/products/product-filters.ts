import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { useHadInput } from '#console/app/lazy-parts.ts'
import { choiceFilter, type Filter } from '#console/components/list/filters.ts'
import { products } from '#console/strings/products.ts'
import { useOrganizationOptions } from './organization-options.ts'
import { ARCHIVED, useStatusOptions } from './product-status.tsx'

/** The filters of the product list, with the collections, categories, types and sales channels of the shop. */
export function useProductFilters(): Filter[] {
  const words = products.useWords()
  const enabled = useHadInput()
  const { collections, categories, salesChannels } = useOrganizationOptions({ enabled })
  const { data: types } = useQuery({ ...trpc.admin.productTypes.list.queryOptions({ limit: 200 }), enabled })
  return [
    choiceFilter('status', words.status, [...useStatusOptions(), { value: ARCHIVED, label: words.archived }]),
    choiceFilter('collection', words.collection, collections),
    choiceFilter('category', words.category, categories),
    choiceFilter(
      'type',
      words.type,
      types?.product_types.map(({ id, value }) => ({ value: id, label: value })),
    ),
    choiceFilter('channel', words.salesChannels, salesChannels),
    { kind: 'dates', name: 'created_at', label: words.added },
  ]
}
