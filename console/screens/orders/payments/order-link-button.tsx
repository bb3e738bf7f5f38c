import { PaymentLinkButton } from '#console/components/payment-link-button.tsx'
import { paymentLinks } from '#console/strings/payment-links.ts'
import type { Order } from '../order.ts'
import { openPayments } from './open-payments.ts'

/** The customer of an order that is not paid can pay by a link. A payment by invoice is only a promise. */
export function OrderLinkButton({ order }: { order: Order }) {
  const words = paymentLinks.useWords()
  const isPromised = openPayments(order).some(({ provider_id }) => provider_id === 'manual')
  const isUnpaid = order.difference_due > 0 || isPromised
  if (order.status === 'canceled' || !isUnpaid) return null
  return (
    <PaymentLinkButton
      needs="orders.createPaymentLink"
      text={words.title}
      type="order"
      row={order}
      email={order.email}
    />
  )
}
