import { Text } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { ActionDialog } from '#console/components/action/action-dialog.tsx'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { useAction } from '#console/components/action/use-action.ts'
import { formatMoney } from '#console/components/money.tsx'
import { orderActions } from '#console/strings/order-actions.ts'
import type { Order, Payment } from '../order.ts'
import { openPayments } from './open-payments.ts'

const sumOf = (payments: readonly Payment[]): number => payments.reduce((sum, { amount }) => sum + amount, 0)

export function CaptureDialog({ order, onClose }: { order: Order; onClose(): void }) {
  const words = orderActions.useWords()
  const money = (amount: number) => formatMoney(amount, order.currency_code)
  const action = useAction({
    procedure: trpc.admin.orders.capture,
    input: { id: order.id },
    onDone: (result) => endDialog(words.captured(money(captureOf(order, result.order).amount)), onClose)(),
  })
  const planned = action.preview.changes?.response.order
  return (
    <ActionDialog action={action} title={words.captureTitle} verb={words.capture} onClose={onClose}>
      {planned && <Text size="sm">{captureText(captureOf(order, planned), { words, money })}</Text>}
    </ActionDialog>
  )
}

type OrderAfter = Pick<Order, 'payments' | 'difference_due'>

interface Capture {
  amount: number
  /** The authorized amount of the captured payments. */
  authorized: number
  /** What the shop owes the customer after the capture. */
  excess: number
}

/** Compares an order before and after its capture. */
function captureOf(before: Order, { payments = [], difference_due }: OrderAfter): Capture {
  const captured = payments.filter(({ captured_at }) => captured_at).map(({ id }) => id)
  const selected = openPayments(before).filter(({ id }) => captured.includes(id))
  const ids = selected.map(({ id }) => id)
  return {
    amount: sumOf(payments.filter(({ id }) => ids.includes(id))),
    authorized: sumOf(selected),
    excess: Math.max(0, -difference_due),
  }
}

interface CaptureWords {
  words: Readonly<typeof orderActions.en>
  money(amount: number): string
}

function captureText({ amount, authorized, excess }: Capture, { words, money }: CaptureWords): string {
  if (authorized === 0) return words.captureNothingText
  if (amount < authorized) return words.captureLessText(money(amount), money(authorized))
  return excess > 0 ? words.captureMoreText(money(amount), money(excess)) : words.captureText(money(amount))
}
