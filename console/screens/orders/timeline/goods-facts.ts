import type { Translation } from '#console/strings/define-strings.ts'
import type { en } from '#console/strings/order-timeline.ts'
import { type Order, ownReturns } from '../order.ts'
import { type Fact, fact } from './fact.ts'

interface Goods {
  item_id: string
  quantity: number
}

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
    ...fulfillments.flatMap(({ id, items, created_at, shipped_at, canceled_at, tracking_links = [] }) => [
      ...fact(created_at, { kind: 'stock', row: id, text: words.packed(textOf(items)) }),
      ...fact(shipped_at, {
        kind: 'stock',
        row: id,
        text: words.shipped(textOf(items)),
        detail: tracking_links.map(({ tracking_number }) => tracking_number).join(', ') || undefined,
      }),
      ...fact(canceled_at, { kind: 'canceled', row: id, text: words.fulfillmentCanceled(textOf(items)) }),
    ]),
    ...returns.flatMap(({ id, items, created_at, received_at }) => [
      ...fact(created_at, { kind: 'return', row: id, text: words.returnRequested(textOf(items)) }),
      ...fact(received_at, { kind: 'return', row: id, text: words.returnReceived(textOf(items)) }),
    ]),
    ...claims.flatMap(({ id, claim_items, created_at, canceled_at }) => [
      ...fact(created_at, { kind: 'return', row: id, text: words.claimed(textOf(claim_items)) }),
      ...fact(canceled_at, { kind: 'canceled', row: id, text: words.claimCanceled }),
    ]),
    ...swaps.flatMap(({ id, additional_items = [], created_at, confirmed_at, canceled_at }) => [
      ...fact(created_at, {
        kind: 'return',
        row: id,
        text: words.exchanged(textOf(additional_items.map((item) => ({ item_id: item.id, quantity: item.quantity })))),
      }),
      ...fact(confirmed_at, { kind: 'return', row: id, text: words.exchangeConfirmed }),
      ...fact(canceled_at, { kind: 'canceled', row: id, text: words.exchangeCanceled }),
    ]),
  ]
}
