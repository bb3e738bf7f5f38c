import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import type { Filter } from '#console/components/list/filters.tsx'
import { useStrings } from '#console/strings/define-strings.ts'
import { products } from '#console/strings/products.ts'
import { useOrganizationOptions } from './organization-options.ts'
import { useStatusOptions } from './product-status.tsx'

/** The filters of the product list, with the collections, categories, types and sales channels of the shop. */
export function useProductFilters(): Filter[] {
  const words = useStrings(products)
  const { collections, categories, salesChannels } = useOrganizationOptions()
  const { data: types } = useQuery(trpc.admin.productTypes.list.queryOptions({ limit: 200 }))
  return [
    { kind: 'choice', name: 'status', label: words.status, options: useStatusOptions() },
    { kind: 'choice', name: 'collection', label: words.collection, options: collections },
    { kind: 'choice', name: 'category', label: words.category, options: categories },
    {
      kind: 'choice',
      name: 'type',
      label: words.type,
      options: types?.product_types.map(({ id, value }) => ({ value: id, label: value })) ?? [],
    },
    { kind: 'choice', name: 'channel', label: words.salesChannels, options: salesChannels },
    { kind: 'dates', name: 'created_at', label: words.added },
  ]
}
