import { useQuery } from '@tanstack/react-query'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'

type Discount = RouterOutputs['admin']['discounts']['get']['discount']
export type Condition = NonNullable<NonNullable<Discount['rule']>['conditions']>[number]
export type ConditionKind = Condition['type']

/** The relations of a condition, one for each kind of row that it can name. */
export const CONDITION_KINDS = [
  'products',
  'product_types',
  'product_collections',
  'product_tags',
  'customer_groups',
] as const satisfies readonly ConditionKind[]

/** The names of the rows of a kind that match a search, at most fifty, by their IDs. */
export function useResources(kind: ConditionKind, text: string): Record<string, string> {
  const q = text || undefined
  const page = { q, limit: 50 }
  const only = (name: ConditionKind) => ({ enabled: kind === name })
  const products = useQuery(
    trpc.admin.products.list.queryOptions({ ...page, fields: 'id,title', expand: '' }, only('products')),
  )
  const types = useQuery(trpc.admin.productTypes.list.queryOptions(page, only('product_types')))
  const collections = useQuery(trpc.admin.collections.list.queryOptions(page, only('product_collections')))
  const tags = useQuery(trpc.admin.productTags.list.queryOptions(page, only('product_tags')))
  const groups = useQuery(trpc.admin.customerGroups.list.queryOptions({ ...page, expand: '' }, only('customer_groups')))
  switch (kind) {
    case 'products':
      return namesOf(products.data?.products.map(({ id, title }) => [id, title]))
    case 'product_types':
      return namesOf(types.data?.product_types.map(({ id, value }) => [id, value]))
    case 'product_collections':
      return namesOf(collections.data?.collections.map(({ id, title }) => [id, title]))
    case 'product_tags':
      return namesOf(tags.data?.product_tags.map(({ id, value }) => [id, value]))
    case 'customer_groups':
      return namesOf(groups.data?.customer_groups.map(({ id, name }) => [id, name]))
  }
}

/** The names of rows by their IDs, without deleted rows. Undefined while they load, and if the shop has more rows than a page. */
export function useNamesOf(kind: ConditionKind, ids: readonly string[]): Record<string, string> | undefined {
  const page = { limit: MOST }
  const only = (name: ConditionKind) => ({ enabled: kind === name && ids.length > 0 })
  const products = useQuery(
    trpc.admin.products.list.queryOptions({ ...page, id: [...ids], fields: 'id,title', expand: '' }, only('products')),
  )
  const types = useQuery(trpc.admin.productTypes.list.queryOptions(page, only('product_types')))
  const collections = useQuery(trpc.admin.collections.list.queryOptions(page, only('product_collections')))
  const tags = useQuery(trpc.admin.productTags.list.queryOptions(page, only('product_tags')))
  const groups = useQuery(trpc.admin.customerGroups.list.queryOptions({ ...page, expand: '' }, only('customer_groups')))
  const found = {
    products: products.data?.products.map(({ id, title }) => [id, title] as const),
    product_types: types.data?.product_types.map(({ id, value }) => [id, value] as const),
    product_collections: collections.data?.collections.map(({ id, title }) => [id, title] as const),
    product_tags: tags.data?.product_tags.map(({ id, value }) => [id, value] as const),
    customer_groups: groups.data?.customer_groups.map(({ id, name }) => [id, name] as const),
  }[kind]
  return found && found.length < MOST ? Object.fromEntries(found) : undefined
}

const MOST = 1000

const namesOf = (entries: [id: string, name: string][] = []) => Object.fromEntries(entries)
