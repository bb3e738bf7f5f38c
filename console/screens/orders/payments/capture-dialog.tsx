import { Text } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { ActionDialog } from '#console/components/action/action-dialog.tsx'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { useAction } from '#console/components/action/use-action.ts'
import { formatMoney } from '#console/components/money.tsx'
import { useStrings } from '#console/strings/define-strings.ts'
import { orderActions } from '#console/strings/order-actions.ts'
import { type Order, type Payment, refreshOrders } from '../order.ts'
import { openPayments } from './open-payments.ts'

const sumOf = (payments: readonly Payment[]): number => payments.reduce((sum, { amount }) => sum + amount, 0)

const capturedAmountOf = ({ payments = [] }: Pick<Order, 'payments'>): number =>
  sumOf(payments.filter(({ captured_at }) => captured_at))

export function CaptureDialog({ order, onClose }: { order: Order; onClose(): void }) {
  const words = useStrings(orderActions)
  const { currency_code, total } = order
  const authorized = sumOf(openPayments(order))
  const authorizedText = formatMoney(authorized, currency_code)
  const text =
    authorized > total
      ? words.captureLessText(authorizedText, formatMoney(total, currency_code))
      : words.captureText(authorizedText)
  const action = useAction({
    procedure: trpc.admin.orders.capture,
    input: { id: order.id },
    onDone: (result) => {
      const amount = capturedAmountOf(result.order) - capturedAmountOf(order)
      return endDialog(words.captured(formatMoney(amount, currency_code)), { close: onClose, refresh: refreshOrders })()
    },
  })
  return (
    <ActionDialog action={action} title={words.captureTitle} verb={words.capture} onClose={onClose}>
      <Text size="sm">{text}</Text>
    </ActionDialog>
  )
}
