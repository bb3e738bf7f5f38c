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
  providerName(id: string): string
}

/** The history of an order, as its rows record it. */
export function orderFacts(order: Order, { words, names, providerName }: FactWords): Fact[] {
  const money = (amount: number) => formatMoney(amount, order.currency_code)
  const placed = order.draft_order_id ? words.placedFromDraft : words.placed
  return [
    ...fact(order, 'created_at', { kind: 'order', text: placed }),
    ...fact(order, 'canceled_at', { kind: 'canceled', text: words.orderCanceled }),
    ...(order.payments ?? []).flatMap((payment) => [
      ...fact(payment, 'created_at', {
        kind: 'money',
        // A capture of a part lowers the amount.
        text: payment.captured_at
          ? words.paymentAuthorized(providerName(payment.provider_id))
          : words.authorized(money(payment.amount), providerName(payment.provider_id)),
      }),
      ...fact(payment, 'captured_at', { kind: 'money', text: words.captured(money(payment.amount)) }),
      ...fact(payment, 'canceled_at', { kind: 'canceled', text: words.paymentCanceled(money(payment.amount)) }),
    ]),
    ...(order.refunds ?? []).flatMap((refund) =>
      fact(refund, 'created_at', {
        kind: 'money',
        text: words.refunded(money(refund.amount), names[`reason_${refund.reason}`]),
        detail: refund.note ?? undefined,
      }),
    ),
    ...goodsFacts(order, words),
  ]
}
