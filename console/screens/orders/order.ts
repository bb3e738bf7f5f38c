import { useQuery } from '@tanstack/react-query'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'

export type Order = RouterOutputs['admin']['orders']['get']['order']
export type OrderLine = NonNullable<Order['items']>[number]
export type Claim = NonNullable<Order['claims']>[number]
export type Swap = NonNullable<Order['swaps']>[number]
export type Replacement = Claim | Swap
export type Payment = NonNullable<Order['payments']>[number]

/** The order with everything that happened to it. */
export const useOrder = (id: string) => useQuery(trpc.admin.orders.get.queryOptions({ id }))

/** The returns that are not part of a claim or an exchange. */
export const ownReturns = ({ returns = [] }: Order) =>
  returns.filter(({ claim_order_id, swap_id }) => !claim_order_id && !swap_id)

/** Whether a claim or an exchange can still be canceled. Its fulfillments and its return may need to be canceled first. */
export const isCancelable = ({ return_order, fulfillments = [] }: Replacement): boolean =>
  return_order?.status !== 'received' && fulfillments.every(({ shipped_at }) => !shipped_at)

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
