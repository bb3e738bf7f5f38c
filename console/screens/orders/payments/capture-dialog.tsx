import { Text } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { ActionDialog } from '#console/components/action/action-dialog.tsx'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { useAction } from '#console/components/action/use-action.ts'
import { formatMoney } from '#console/components/money.tsx'
import { useStrings } from '#console/strings/define-strings.ts'
import { orderActions } from '#console/strings/order-actions.ts'
import { type Order, refreshOrders } from '../order.ts'
import { openPayments } from './open-payments.ts'

export function CaptureDialog({ order, onClose }: { order: Order; onClose(): void }) {
  const words = useStrings(orderActions)
  const amount = formatMoney(
    openPayments(order).reduce((sum, payment) => sum + payment.amount, 0),
    order.currency_code,
  )
  const action = useAction({
    procedure: trpc.admin.orders.capture,
    input: { id: order.id },
    onDone: endDialog(words.captured(amount), { close: onClose, refresh: refreshOrders }),
  })
  return (
    <ActionDialog action={action} title={words.captureTitle} verb={words.capture} onClose={onClose}>
      <Text size="sm">{words.captureText(amount)}</Text>
    </ActionDialog>
  )
}
