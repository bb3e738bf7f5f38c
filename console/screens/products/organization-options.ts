import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'

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

/** The collections, categories, types and sales channels that a product can have. They are loaded once `enabled`. */
export function useOrganizationOptions(enabled = true): OrganizationOptions {
  const { data: collections } = useQuery({ ...trpc.admin.collections.list.queryOptions({ limit: 200 }), enabled })
  const { data: categories } = useQuery({
    ...trpc.admin.productCategories.list.queryOptions({ limit: 500, fields: 'id,name', expand: '' }),
    enabled,
  })
  const { data: types } = useQuery({ ...trpc.admin.productTypes.list.queryOptions({ limit: 200 }), enabled })
  const { data: channels } = useQuery({ ...trpc.admin.salesChannels.list.queryOptions({ limit: 100 }), enabled })
  return {
    collections: collections?.collections.map(({ id, title }) => ({ value: id, label: title })) ?? [],
    categories: categories?.product_categories.map(({ id, name }) => ({ value: id, label: name })) ?? [],
    types: types?.product_types.map(({ value }) => value) ?? [],
    salesChannels: channels?.sales_channels.map(({ id, name }) => ({ value: id, label: name })) ?? [],
  }
}
