import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import type { ProductRow } from './product-row.ts'

interface Option {
  value: string
  label: string
}

interface OrganizationOptions {
  collections: Option[]
  categories: Option[]
  salesChannels: Option[]
  /** Types are created by their value. */
  types: string[]
}

interface OrganizationSettings {
  /** The options are loaded once it is true. */
  enabled?: boolean
  /** Its places are options also if the role of the user does not show the lists, or if the lists are longer. */
  product?: ProductRow | undefined
}

/** The collections, categories, types and sales channels that a product can have. */
export function useOrganizationOptions({ enabled = true, product }: OrganizationSettings = {}): OrganizationOptions {
  const { data: collections } = useQuery({ ...trpc.admin.collections.list.queryOptions({ limit: 200 }), enabled })
  const { data: categories } = useQuery({
    ...trpc.admin.productCategories.list.queryOptions({ limit: 500, fields: 'id,name', expand: '' }),
    enabled,
  })
  const { data: types } = useQuery({ ...trpc.admin.productTypes.list.queryOptions({ limit: 200 }), enabled })
  const { data: channels } = useQuery({ ...trpc.admin.salesChannels.list.queryOptions({ limit: 100 }), enabled })
  return {
    collections: optionsOf([collections?.collections, product?.collection ? [product.collection] : []]),
    categories: optionsOf([categories?.product_categories, product?.categories]),
    types: types?.product_types.map(({ value }) => value) ?? [],
    salesChannels: optionsOf([channels?.sales_channels, product?.sales_channels]),
  }
}

type NamedRow = { id: string; name: string } | { id: string; title: string }

/** Each row once. */
export function optionsOf(lists: readonly (readonly NamedRow[] | undefined)[]): Option[] {
  const labels = lists.flatMap((rows = []) =>
    rows.map((row): [string, string] => [row.id, 'name' in row ? row.name : row.title]),
  )
  return [...new Map(labels)].map(([value, label]) => ({ value, label }))
}
