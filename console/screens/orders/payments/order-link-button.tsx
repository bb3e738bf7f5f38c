import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { PaymentLinkButton } from '#console/components/payment-link-button.tsx'
import { paymentLinks } from '#console/strings/payment-links.ts'
import type { Order } from '../order.ts'
import { openPayments } from './open-payments.ts'

/** Whether the customer has only promised an open payment. The providers load only if one of them is not `manual`. */
function useIsPromised(order: Order): boolean {
  const used = order.status === 'canceled' ? [] : openPayments(order).map(({ provider_id }) => provider_id)
  const enabled = order.difference_due <= 0 && used.length > 0 && !used.includes('manual')
  const { data } = useQuery(
    trpc.admin.store.listPaymentProviders.queryOptions(undefined, { enabled, staleTime: Number.POSITIVE_INFINITY }),
  )
  if (used.includes('manual')) return true
  return data?.payment_providers.some(({ id, is_paid_outside }) => is_paid_outside && used.includes(id)) ?? false
}

/** The customer of an order that is not paid can pay by a link. A payment by invoice is only a promise. */
export function OrderLinkButton({ order }: { order: Order }) {
  const words = paymentLinks.useWords()
  const isPromised = useIsPromised(order)
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
