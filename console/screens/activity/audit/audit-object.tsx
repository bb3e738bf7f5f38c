import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { PageLink } from '#console/components/page-link.tsx'
import { activity } from '#console/strings/activity.ts'

type Entry = RouterOutputs['admin']['auditLog']['get']['audit_log_entry']
export type ObjectNames = ReadonlyMap<string, string>

interface ObjectKind {
  /** The prefix of the IDs. */
  prefix: string
  page: LinkProps['to']
}

/** The objects with a page, by the resource type of an entry. */
const KINDS: Readonly<Record<string, ObjectKind>> = {
  collections: { prefix: 'pcol_', page: '/products/collections/$id' },
  'customer-groups': { prefix: 'cgrp_', page: '/customers/groups/$id' },
  customers: { prefix: 'cus_', page: '/customers/$id' },
  discounts: { prefix: 'disc_', page: '/promotions/$id' },
  'draft-orders': { prefix: 'dorder_', page: '/draft-orders/$id' },
  'gift-cards': { prefix: 'gift_', page: '/promotions/gift-cards/$id' },
  'inventory-items': { prefix: 'iitem_', page: '/inventory/items/$id' },
  orders: { prefix: 'order_', page: '/orders/$id' },
  'price-lists': { prefix: 'pl_', page: '/price-lists/$id' },
  products: { prefix: 'prod_', page: '/products/$id' },
  regions: { prefix: 'reg_', page: '/settings/regions/$id' },
}

interface AuditObjectProps {
  entry: Pick<Entry, 'resource_type' | 'resource_ids' | 'changes'>
  names: ObjectNames
}

/** The name of the object of an action, as a link to its page. A deleted object has no page. */
export function AuditObject({ entry, names }: AuditObjectProps) {
  const words = activity.useWords()
  const id = objectIdOf(entry)
  if (!id) return null
  const page = KINDS[entry.resource_type]?.page
  const name = names.get(id) ?? nameInChanges(entry, id)
  const isDeleted = entry.changes.some(({ action, ids }) => action === 'delete' && ids.includes(id))
  if (!page || isDeleted) return name ?? null
  return (
    <PageLink to={page} params={{ id }} size="sm">
      {name ?? words.openObject}
    </PageLink>
  )
}

/** The names of the orders and the products of the entries. */
export function useObjectNames(entries: readonly AuditObjectProps['entry'][]): ObjectNames {
  const idsOf = (type: string) => [
    ...new Set(entries.filter((entry) => entry.resource_type === type).flatMap((entry) => objectIdOf(entry) ?? [])),
  ]
  const [orders, products] = [idsOf('orders').slice(-200), idsOf('products').slice(-200)]
  const { data: foundOrders } = useQuery(
    trpc.admin.orders.list.queryOptions(
      { id: orders, fields: 'id,display_id', expand: '', limit: 200 },
      { enabled: orders.length > 0 },
    ),
  )
  const { data: foundProducts } = useQuery(
    trpc.admin.products.list.queryOptions(
      { id: products, fields: 'id,title', expand: '', limit: 200 },
      { enabled: products.length > 0 },
    ),
  )
  return new Map([
    ...(foundOrders?.orders ?? []).map(({ id, display_id }): [string, string] => [id, `#${display_id}`]),
    ...(foundProducts?.products ?? []).map(({ id, title }): [string, string] => [id, title]),
  ])
}

/** The ID of the object of an action, if the object has a page. */
export function objectIdOf({ resource_type, resource_ids }: AuditObjectProps['entry']): string | undefined {
  const kind = KINDS[resource_type]
  return kind && resource_ids.find((id) => id.startsWith(kind.prefix))
}

/** The columns with the name of a row. */
export const NAMES = ['title', 'name', 'code', 'email'] as const

function nameInChanges({ changes }: AuditObjectProps['entry'], id: string): string | undefined {
  const rows = changes
    .filter(({ ids }) => ids[0] === id)
    .flatMap(({ after, before }) => [after ?? [], before ?? []].flat())
  const number = rows.map((row) => Reflect.get(row, 'display_id')).find((value) => typeof value === 'number')
  if (number !== undefined) return `#${number}`
  const texts = rows.flatMap((row) => NAMES.map((name) => Reflect.get(row, name)))
  return texts.find((text): text is string => typeof text === 'string' && text !== '')
}

/** The objects of the entries with their names, as options of a filter. */
export function objectsOf(entries: readonly AuditObjectProps['entry'][], names: ObjectNames) {
  const found = entries.flatMap((entry) => {
    const id = objectIdOf(entry)
    const label = id && (names.get(id) ?? nameInChanges(entry, id))
    return label ? [[id, label] as const] : []
  })
  return [...new Map(found)].map(([value, label]) => ({ value, label }))
}
