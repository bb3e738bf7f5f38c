import { Box, Group, Text } from '@mantine/core'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { formatMoney, Money } from '#console/components/money.tsx'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { TONES } from '#console/components/status-tones.ts'
import { Time } from '#console/components/time.tsx'
import { orderActions } from '#console/strings/order-actions.ts'
import { orders } from '#console/strings/orders.ts'
import type { Order, Payment } from '../order.ts'
import { capturedRefundable, refundableOf } from './refundable.ts'
import { usePaymentName } from './use-payment-name.ts'

const CapturePartDialog = lazyDialog(async () => (await import('./capture-part-dialog.tsx')).CapturePartDialog)
const CapturePaymentDialog = lazyDialog(async () => (await import('./capture-payment-dialog.tsx')).CapturePaymentDialog)
const RefundPaymentDialog = lazyDialog(async () => (await import('./refund-payment-dialog.tsx')).RefundPaymentDialog)

/** One of several payments can be captured and refunded alone. The actions of the section are for all of them. */
export function PaymentRow({ order, payment }: { order: Order; payment: Payment }) {
  const words = orders.useWords()
  const actions = orderActions.useWords()
  const name = usePaymentName(payment)
  const { canceled_at, captured_at, created_at, amount, amount_refunded, currency_code } = payment
  const [tone, text, at] = canceled_at
    ? ([TONES.payment.canceled, words.canceledOn, canceled_at] as const)
    : captured_at
      ? ([TONES.payment.captured, words.capturedOn, captured_at] as const)
      : ([TONES.payment.awaiting, words.authorizedOn, created_at] as const)
  const isOneOfSeveral = (order.payments ?? []).length > 1 && order.status !== 'canceled'
  const isOpen = !captured_at && !canceled_at && order.status !== 'canceled'
  const canCapture = isOneOfSeveral && isOpen
  const canRefund = isOneOfSeveral && refundableOf(payment) > 0 && capturedRefundable(order) > 0
  return (
    <Group justify="space-between" align="flex-start" gap="xs">
      <Box flex="1 1 12rem">
        <Group gap="xs">
          <Text size="sm" fw={500}>
            {name}
          </Text>
          <StatusBadge tone={tone} text={text} />
        </Group>
        <Text size="xs" c="dimmed" component="div">
          <Time at={at} />
          {amount_refunded > 0 && ` · ${actions.refunded(formatMoney(amount_refunded, currency_code))}`}
        </Text>
      </Box>
      <Group gap="sm" ms="auto" justify="flex-end">
        {isOpen && (
          <DialogButton
            needs="payments.capture"
            text={actions.capturePart}
            label={`${actions.capturePart}: ${name}`}
            dialog={(close) => <CapturePartDialog payment={payment} onClose={close} />}
          />
        )}
        {canCapture && (
          <DialogButton
            needs="payments.capture"
            text={actions.capture}
            label={`${actions.capture}: ${name}`}
            dialog={(close) => <CapturePaymentDialog payment={payment} onClose={close} />}
          />
        )}
        {canRefund && (
          <DialogButton
            needs="payments.refund"
            text={actions.refund}
            label={`${actions.refund}: ${name}`}
            dialog={(close) => <RefundPaymentDialog payment={payment} onClose={close} />}
          />
        )}
        <Text size="sm" fw={500}>
          <Money amount={amount} currency={currency_code} />
        </Text>
      </Group>
    </Group>
  )
}
