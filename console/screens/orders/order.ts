import { useQuery } from '@tanstack/react-query'
import type { RouterOutputs } from '#client/index.ts'
import { queryClient, trpc } from '#console/app/api.ts'

export type Order = RouterOutputs['admin']['orders']['get']['order']
export type OrderLine = NonNullable<Order['items']>[number]
export type Payment = NonNullable<Order['payments']>[number]

/** The order with everything that happened to it. */
export const useOrder = (id: string) => useQuery(trpc.admin.orders.get.queryOptions({ id }))

/** Reads everything about orders again, after a change. */
export async function refreshOrders(): Promise<void> {
  await Promise.all(
    [trpc.admin.orders, trpc.admin.orderEdits, trpc.admin.auditLog, trpc.admin.notes, trpc.admin.notifications].map(
      (router) => queryClient.invalidateQueries(router.pathFilter()),
    ),
  )
}

interface Progress {
  id: string
  quantity: number
  fulfilled_quantity?: number | null | undefined
}

/** The lines with a quantity that is not packed, as the input of a fulfillment. */
export const openItems = (lines: readonly Progress[]): { item_id: string; quantity: number }[] =>
  lines
    .map(({ id, quantity, fulfilled_quantity }) => ({ item_id: id, quantity: quantity - (fulfilled_quantity ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
