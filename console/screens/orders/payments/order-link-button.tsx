import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { PaymentLinkButton } from '#console/components/payment-link-button.tsx'
import { paymentLinks } from '#console/strings/payment-links.ts'
import { type Order, useOrder } from '../order.ts'
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

/** Whether the customer has to pay the order or a part of it. A payment by invoice is only a promise. */
function useIsUnpaid(order: Order): boolean {
  const isPromised = useIsPromised(order)
  return order.status !== 'canceled' && (order.difference_due > 0 || isPromised)
}

/** The customer of an order that is not paid can pay by a link. */
export function OrderLinkButton({ order }: { order: Order }) {
  const words = paymentLinks.useWords()
  const { id, email } = order
  if (!useIsUnpaid(order)) return null
  const useIsPaid = () => {
    const { data } = useOrder(id)
    const current = data?.order ?? order
    const isUnpaid = useIsUnpaid(current)
    return current.status !== 'canceled' && !isUnpaid
  }
  return (
    <PaymentLinkButton
      needs="orders.createPaymentLink"
      text={words.title}
      type="order"
      {...{ row: order, email, useIsPaid }}
    />
  )
}
