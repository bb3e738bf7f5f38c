import { Text } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { ActionDialog } from '#console/components/action/action-dialog.tsx'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { useAction } from '#console/components/action/use-action.ts'
import { formatMoney } from '#console/components/money.tsx'
import { orderActions } from '#console/strings/order-actions.ts'
import type { Payment } from '../order.ts'

/** Captures one of several payments of an order. */
export function CapturePaymentDialog({ payment, onClose }: { payment: Payment; onClose(): void }) {
  const words = orderActions.useWords()
  const money = ({ amount }: Pick<Payment, 'amount'>) => formatMoney(amount, payment.currency_code)
  const action = useAction({
    procedure: trpc.admin.payments.capture,
    input: { id: payment.id },
    onDone: (result) => endDialog(words.captured(money(result.payment)), onClose)(),
  })
  const planned = action.preview.changes?.response.payment
  return (
    <ActionDialog action={action} title={words.captureTitle} verb={words.capture} onClose={onClose}>
      {planned && (
        <Text size="sm">
          {planned.amount < payment.amount
            ? words.captureLessText(money(planned), money(payment))
            : words.captureText(money(planned))}
        </Text>
      )}
    </ActionDialog>
  )
}
