import { Suspense } from 'react'
import { trpc } from '#console/app/api.ts'
import { lazyPart } from '#console/app/lazy-parts.ts'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { formatMoney } from '#console/components/money.tsx'
import { orderActions } from '#console/strings/order-actions.ts'
import { paymentLinks } from '#console/strings/payment-links.ts'
import { CancelButton } from '../cancel-button.tsx'
import { FulfillReplacementButton } from '../fulfillments/fulfill-replacement-button.tsx'
import { isCancelable, type Order, type Swap } from '../order.ts'
import { isUnsettled } from '../payments/owed-sums.ts'

const TextDialog = lazyDialog(async () => (await import('../text-dialog.tsx')).TextDialog)
const ConfirmExchangeDialog = lazyDialog(
  async () => (await import('./confirm-exchange-dialog.tsx')).ConfirmExchangeDialog,
)

const ExchangeLinkDialog = lazyPart(async () => (await import('./exchange-link-dialog.tsx')).ExchangeLinkDialog)

interface ExchangeActionsProps {
  swap: Swap
  title: string
  order: Order
}

/** The buttons of an exchange: confirm, settle the difference, pack, cancel. */
export function ExchangeActions({ swap, title, order }: ExchangeActionsProps) {
  const words = orderActions.useWords()
  const links = paymentLinks.useWords()
  const { cart_id, confirmed_at, canceled_at, difference_due, payment_status } = swap
  const ids = { id: order.id, swap_id: swap.id }
  if (canceled_at) return null
  const difference = difference_due ?? 0
  const canSettle = isUnsettled(swap)
  return (
    <>
      {!confirmed_at && cart_id && (
        <DialogButton
          needs="orders.createSwap"
          text={words.confirmForCustomer}
          label={`${words.confirmForCustomer}: ${title}`}
          variant="filled"
          dialog={(close) => <ConfirmExchangeDialog cartId={cart_id} order={order} onClose={close} />}
        />
      )}
      {!confirmed_at && cart_id && (
        <DialogButton
          needs="swaps.createPaymentLink"
          text={links.title}
          label={`${links.title}: ${title}`}
          dialog={(close) => (
            <Suspense>
              <ExchangeLinkDialog swap={{ ...swap, cart_id }} order={order} onClose={close} />
            </Suspense>
          )}
        />
      )}
      {canSettle && (
        <DialogButton
          needs="orders.processSwapPayment"
          text={words.processPayment}
          label={`${words.processPayment}: ${title}`}
          variant="filled"
          dialog={(close) => (
            <TextDialog
              procedure={trpc.admin.orders.processSwapPayment}
              input={ids}
              title={words.processPaymentTitle}
              text={
                difference > 0
                  ? words.captureDifference(formatMoney(difference, order.currency_code))
                  : words.refundDifference(formatMoney(-difference, order.currency_code))
              }
              verb={words.processPayment}
              done={words.processed}
              onClose={close}
            />
          )}
        />
      )}
      {confirmed_at && (
        <FulfillReplacementButton
          part={swap}
          title={title}
          procedure={trpc.admin.orders.fulfillSwap}
          ids={ids}
          variant={canSettle ? 'default' : 'filled'}
        />
      )}
      {payment_status !== 'difference_refunded' && isCancelable(swap) && (
        <CancelButton
          part={title}
          procedure={trpc.admin.orders.cancelSwap}
          input={ids}
          title={words.cancelExchangeTitle}
          text={words.cancelExchangeText}
          verb={words.cancelExchange}
          done={words.exchangeCanceled}
        />
      )}
    </>
  )
}
