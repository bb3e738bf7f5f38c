import type { Translation } from '#console/strings/define-strings.ts'
import type { en } from '#console/strings/order-timeline.ts'
import { type Order, ownReturns } from '../order.ts'
import { type Fact, fact } from './fact.ts'

interface Goods {
  item_id: string
  quantity: number
}

/** A received return has the quantities that came back. */
const requestedGoods = ({
  item_id,
  quantity,
  requested_quantity,
}: Goods & { requested_quantity: number | null }): Goods => ({
  item_id,
  quantity: requested_quantity ?? quantity,
})

/** The fulfillments, returns, claims and exchanges of an order as facts. */
export function goodsFacts(order: Order, words: Translation<typeof en>): Fact[] {
  const { claims = [], swaps = [] } = order
  const replaced = [...claims, ...swaps].flatMap(({ additional_items = [] }) => additional_items)
  const lines = [...(order.items ?? []), ...replaced]
  const textOf = (goods: readonly Goods[] = []) =>
    goods
      .map(({ item_id, quantity }) => `${quantity} × ${lines.find(({ id }) => id === item_id)?.title ?? item_id}`)
      .join(', ')
  const fulfillments = [order, ...claims, ...swaps].flatMap((owner) => owner.fulfillments ?? [])
  const returns = [...ownReturns(order), ...[...claims, ...swaps].flatMap((one) => one.return_order ?? [])]
  return [
    ...fulfillments.flatMap((fulfillment) => {
      const { items, tracking_links = [] } = fulfillment
      return [
        ...fact(fulfillment, 'created_at', { kind: 'stock', text: words.packed(textOf(items)) }),
        ...fact(fulfillment, 'shipped_at', {
          kind: 'stock',
          text: words.shipped(textOf(items)),
          detail:
            tracking_links
              .map(({ carrier, tracking_number }) => [carrier, tracking_number].filter(Boolean).join(' '))
              .join(', ') || undefined,
        }),
        ...fact(fulfillment, 'canceled_at', { kind: 'canceled', text: words.fulfillmentCanceled(textOf(items)) }),
      ]
    }),
    ...returns.flatMap((one) => [
      ...fact(one, 'created_at', {
        kind: 'return',
        text: words.returnRequested(textOf(one.items?.map(requestedGoods))),
      }),
      ...fact(one, 'received_at', { kind: 'return', text: words.returnReceived(textOf(one.items)) }),
    ]),
    ...claims.flatMap((claim) => [
      ...fact(claim, 'created_at', { kind: 'return', text: words.claimed(textOf(claim.claim_items)) }),
      ...fact(claim, 'canceled_at', { kind: 'canceled', text: words.claimCanceled }),
    ]),
    ...swaps.flatMap((swap) => {
      const items = swap.additional_items?.map(({ id, quantity }) => ({ item_id: id, quantity }))
      return [
        ...fact(swap, 'created_at', { kind: 'return', text: words.exchanged(textOf(items)) }),
        ...fact(swap, 'confirmed_at', { kind: 'return', text: words.exchangeConfirmed }),
        ...fact(swap, 'canceled_at', { kind: 'canceled', text: words.exchangeCanceled }),
      ]
    }),
  ]
}
