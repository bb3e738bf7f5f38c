import { lazy, Suspense } from 'react'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { paymentLinks } from '#console/strings/payment-links.ts'
import type { Order } from '../order.ts'
import { openPayments } from './open-payments.ts'

const PaymentLinkDialog = lazy(async () => ({
  default: (await import('#console/components/payment-link-dialog.tsx')).PaymentLinkDialog,
}))

/** The customer of an order that is not paid can pay by a link. A payment by invoice is only a promise. */
export function OrderLinkButton({ order }: { order: Order }) {
  const words = paymentLinks.useWords()
  const isPromised = openPayments(order).some(({ provider_id }) => provider_id === 'manual')
  const isUnpaid = order.difference_due > 0 || isPromised
  if (order.status === 'canceled' || !isUnpaid) return null
  return (
    <DialogButton
      needs="orders.createPaymentLink"
      text={words.title}
      dialog={(close) => (
        <Suspense>
          <PaymentLinkDialog type="order" row={order} email={order.email} onClose={close} />
        </Suspense>
      )}
    />
  )
}
