import { useQueries } from '@tanstack/react-query'
import { useCallback } from 'react'
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
  const names = useQueries({
    queries: parts.map((id) => trpc.admin.inventoryItems.list.queryOptions({ id, limit: ITEMS, ...NAME })),
    combine: (answers) => ({
      isPending: answers.some(({ isPending }) => isPending),
      known: new Map(
        answers.flatMap(({ data }) => data?.inventory_items ?? []).map((item) => [item.id, itemName(item)]),
      ),
    }),
  })
  return useCallback((id) => names.known.get(id) ?? (names.isPending ? undefined : id), [names])
}
