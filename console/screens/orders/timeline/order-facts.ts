import { formatMoney } from '#console/components/money.tsx'
import type { Translation } from '#console/strings/define-strings.ts'
import type { en } from '#console/strings/order-timeline.ts'
import type { en as orderWords } from '#console/strings/orders.ts'
import type { Order } from '../order.ts'
import { type Fact, fact } from './fact.ts'
import { goodsFacts } from './goods-facts.ts'

interface FactWords {
  words: Translation<typeof en>
  names: Translation<typeof orderWords>
}

/** The history of an order, as its rows record it. */
export function orderFacts(order: Order, { words, names }: FactWords): Fact[] {
  const money = (amount: number) => formatMoney(amount, order.currency_code)
  const placed = order.draft_order_id ? words.placedFromDraft : words.placed
  return [
    ...fact(order.created_at, { kind: 'order', row: order.id, text: placed }),
    ...fact(order.canceled_at, { kind: 'canceled', row: order.id, text: words.orderCanceled }),
    ...(order.payments ?? []).flatMap(({ id, amount, provider_id, created_at, captured_at, canceled_at }) => [
      ...fact(created_at, { kind: 'money', row: id, text: words.authorized(money(amount), provider_id) }),
      ...fact(captured_at, { kind: 'money', row: id, text: words.captured(money(amount)) }),
      ...fact(canceled_at, { kind: 'canceled', row: id, text: words.paymentCanceled(money(amount)) }),
    ]),
    ...(order.refunds ?? []).flatMap(({ id, amount, reason, note, created_at }) =>
      fact(created_at, {
        kind: 'money',
        row: id,
        text: words.refunded(money(amount), names[`reason_${reason}`]),
        detail: note ?? undefined,
      }),
    ),
    ...goodsFacts(order, words),
  ]
}
