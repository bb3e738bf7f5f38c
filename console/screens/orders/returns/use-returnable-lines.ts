import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import type { QuantityLine } from '../items/quantity-fields.tsx'
import type { Order, OrderLine } from '../order.ts'

export type ReturnableLine = OrderLine & QuantityLine

interface ReturnableLines {
  lines: ReturnableLine[]
  /** Why the quantities could not be read, or null. */
  error: unknown
  retry(): void
}

/** The lines of an order and its claims and exchanges with a quantity that can be returned. */
export function useReturnableLines({ id, items = [], claims = [], swaps = [] }: Order): ReturnableLines {
  const { data, error, refetch } = useQuery(trpc.admin.orders.listReturnableQuantities.queryOptions({ id }))
  const all = [...items, ...[...claims, ...swaps].flatMap(({ additional_items = [] }) => additional_items)]
  const lines = (data?.returnable_quantities ?? []).flatMap(({ item_id, quantity }) => {
    const line = all.find((one) => one.id === item_id)
    return line ? [{ ...line, max: quantity }] : []
  })
  return { lines, error: data ? null : error, retry: () => void refetch() }
}
