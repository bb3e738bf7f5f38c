import { Group, Stack, Text } from '@mantine/core'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { Money } from '#console/components/money.tsx'
import { Section } from '#console/components/section.tsx'
import { Time } from '#console/components/time.tsx'
import { orderActions } from '#console/strings/order-actions.ts'
import { orders } from '#console/strings/orders.ts'
import type { Order, Payment } from '../order.ts'
import { openPayments } from './open-payments.ts'
import { OrderLinkButton } from './order-link-button.tsx'
import { owedSums } from './owed-sums.ts'
import { PaymentRow } from './payment-row.tsx'
import { capturedRefundable } from './refundable.ts'
import { usePaymentName } from './use-payment-name.ts'

const CaptureDialog = lazyDialog(async () => (await import('./capture-dialog.tsx')).CaptureDialog)
const RefundDialog = lazyDialog(async () => (await import('./refund-dialog.tsx')).RefundDialog)

export function PaymentsSection({ order }: { order: Order }) {
  const words = orders.useWords()
  const actions = orderActions.useWords()
  const payments = order.payments ?? []
  const refunds = order.refunds ?? []
  const canRefund = capturedRefundable(order) > 0
  const { byCustomer, byShop } = owedSums(order)
  // An order that costs nothing has no payment, but waits for its capture, too.
  const costsNothing = order.payment_status === 'awaiting' && order.difference_due <= 0
  const canCapture = (openPayments(order).length > 0 || costsNothing) && order.status !== 'canceled'
  return (
    <Section
      title={words.payments}
      actions={
        <>
          {canCapture && (
            <DialogButton
              needs="orders.capture"
              text={actions.capture}
              variant="filled"
              dialog={(close) => <CaptureDialog order={order} onClose={close} />}
            />
          )}
          <OrderLinkButton order={order} />
          {canRefund && (
            <DialogButton
              needs="orders.refund"
              text={actions.refund}
              dialog={(close) => <RefundDialog order={order} onClose={close} />}
            />
          )}
        </>
      }
    >
      <Stack gap="sm">
        {payments.map((payment) => (
          <PaymentRow key={payment.id} order={order} payment={payment} />
        ))}
        {payments.length === 0 && (
          <Text size="sm" c="dimmed">
            {words.noPayments}
          </Text>
        )}
        {refunds.map((refund) => (
          <Group key={refund.id} justify="space-between" wrap="nowrap" align="flex-start">
            <div>
              <Text size="sm">{words.refundOf(words[`reason_${refund.reason}`])}</Text>
              <Text size="xs" c="dimmed" component="div">
                <Time at={refund.created_at} />
                {payments.length > 1 && <NameOfPayment payment={payments.find(({ id }) => id === refund.payment_id)} />}
                {refund.note && ` · ${refund.note}`}
              </Text>
            </div>
            <Text size="sm" fw={500}>
              <Money amount={-refund.amount} currency={order.currency_code} />
            </Text>
          </Group>
        ))}
        <Owed name={words.customerOwes} amount={byCustomer} currency={order.currency_code} />
        <Owed name={words.shopOwes} amount={byShop} currency={order.currency_code} />
      </Stack>
    </Section>
  )
}

function Owed({ name, ...money }: { name: string; amount: number; currency: string }) {
  if (money.amount === 0) return null
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm" fw={500}>
        {name}
      </Text>
      <Text size="sm" fw={500}>
        <Money {...money} />
      </Text>
    </Group>
  )
}

function NameOfPayment({ payment }: { payment: Payment | undefined }) {
  const name = usePaymentName(payment ?? { provider_id: '', data: {} })
  return name && ` · ${name}`
}
