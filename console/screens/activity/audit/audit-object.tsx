import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { PageLink } from '#console/components/page-link.tsx'
import { activity } from '#console/strings/activity.ts'
import { nameInChanges, type ObjectEntry, objectIdOf, pageOf } from './object-of-entry.ts'

export type ObjectNames = ReadonlyMap<string, string>

interface AuditObjectProps {
  entry: ObjectEntry
  names: ObjectNames
}

/** The name of the object of an action, as a link to its page. A deleted object has no page. */
export function AuditObject({ entry, names }: AuditObjectProps) {
  const words = activity.useWords()
  const id = objectIdOf(entry)
  if (!id) return null
  const page = pageOf(id)
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
export function useObjectNames(entries: readonly ObjectEntry[]): ObjectNames {
  const ids = [...new Set(entries.flatMap((entry) => objectIdOf(entry) ?? []))]
  const idsOf = (prefix: string) => ids.filter((id) => id.startsWith(prefix)).slice(-200)
  const [orders, products] = [idsOf('order_'), idsOf('prod_')]
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

/** The objects of the entries with their names, as options of a filter. */
export function objectsOf(entries: readonly ObjectEntry[], names: ObjectNames) {
  const found = entries.flatMap((entry) => {
    const id = objectIdOf(entry)
    const label = id && (names.get(id) ?? nameInChanges(entry, id))
    return label ? [[id, label] as const] : []
  })
  return [...new Map(found)].map(([value, label]) => ({ value, label }))
}
