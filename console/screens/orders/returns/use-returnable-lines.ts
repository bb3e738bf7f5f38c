import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import type { QuantityLine } from '../items/quantity-fields.tsx'
import type { Order, OrderLine } from '../order.ts'

export type ReturnableLine = OrderLine & QuantityLine

/** The lines of an order and its claims and exchanges with a quantity that can be returned. */
export function useReturnableLines({ id, items = [], claims = [], swaps = [] }: Order): ReturnableLine[] {
  const { data } = useQuery(trpc.admin.orders.listReturnableQuantities.queryOptions({ id }))
  const lines = [...items, ...[...claims, ...swaps].flatMap(({ additional_items = [] }) => additional_items)]
  return (data?.returnable_quantities ?? []).flatMap(({ item_id, quantity }) => {
    const line = lines.find((one) => one.id === item_id)
    return line ? [{ ...line, max: quantity }] : []
  })
}
