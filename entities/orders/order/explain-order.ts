import { explainOrderTotal } from '#entities/cart/pricing/explain-totals.ts'
import { buildSum, type TotalPart } from '#entities/cart/pricing/total-part.ts'
import { isUncanceledPayment } from './payment-filters.ts'
import { type OrderSnapshot, priceOrder } from './read-order.ts'

export function explainOrder(order: OrderSnapshot): { total: TotalPart; refundable_amount: TotalPart } {
  const pricedOrder = {
    lines: order.items,
    shipping_methods: order.shipping_methods.map((method) => ({ ...method, name: method.shipping_option.name })),
    discounts: order.discounts,
    gift_cards: order.gift_cards,
  }
  const paid = buildSum('paid_total', order.payments.filter(isUncanceledPayment).map(buildPaymentPart))
  const refunded = buildSum('refunded_total', order.refunds.map(buildRefundPart))
  return {
    total: explainOrderTotal(pricedOrder, priceOrder(order)),
    refundable_amount: buildSum('refundable_amount', [paid, refunded]),
  }
}

const buildPaymentPart = ({ id, amount, provider_id }: OrderSnapshot['payments'][number]): TotalPart => ({
  kind: 'payment',
  amount,
  payment_id: id,
  provider_id,
  parts: [],
})

const buildRefundPart = ({ id, amount, reason, note }: OrderSnapshot['refunds'][number]): TotalPart => ({
  kind: 'refund',
  amount: 0 - amount,
  refund_id: id,
  reason,
  note,
  parts: [],
})
