import { useQueries } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { itemName } from './item.ts'

/** The items of one request, because an address is short. */
const ITEMS = 50

const NAME = { expand: 'variants.product', fields: 'id,sku,title,variants.title,variants.product.title' } as const

/** Returns the name of an inventory item with the product and the variant, or undefined while the names load. */
export function useItemNames(ids: readonly string[]): (id: string) => string | undefined {
  const known = [...new Set(ids)]
  const parts = Array.from({ length: Math.ceil(known.length / ITEMS) }, (_, at) =>
    known.slice(at * ITEMS, (at + 1) * ITEMS),
  )
  const answers = useQueries({
    queries: parts.map((id) => trpc.admin.inventoryItems.list.queryOptions({ id, limit: ITEMS, ...NAME })),
  })
  const isPending = answers.some((answer) => answer.isPending)
  const names = new Map(
    answers.flatMap(({ data }) => data?.inventory_items ?? []).map((item) => [item.id, itemName(item)]),
  )
  return (id) => names.get(id) ?? (isPending ? undefined : id)
}
