import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { ActionDialog } from '#console/components/action/action-dialog.tsx'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { useAction } from '#console/components/action/use-action.ts'
import type { Entered } from '#console/components/form/entered.ts'
import { MoneyInput } from '#console/components/form/number-input.tsx'
import { formatMoney } from '#console/components/money.tsx'
import { orderActions } from '#console/strings/order-actions.ts'
import type { Payment } from '../order.ts'
import { type RefundReason, RefundReasonInputs } from './refund-reason-inputs.tsx'
import { refundableOf } from './refundable.ts'

/** Refunds one of several payments of an order. */
export function RefundPaymentDialog({ payment, onClose }: { payment: Payment; onClose(): void }) {
  const words = orderActions.useWords()
  const refundable = refundableOf(payment)
  const [amount, setAmount] = useState<Entered<number>>(refundable)
  const [reason, setReason] = useState<RefundReason>('other')
  const [note, setNote] = useState('')
  const money = (value: number) => formatMoney(value, payment.currency_code)
  const action = useAction({
    procedure: trpc.admin.payments.refund,
    input: typeof amount !== 'number' ? undefined : { id: payment.id, amount, reason, note: note || null },
    fields: ['amount', 'reason', 'note'],
    onDone: endDialog(words.refunded(money(typeof amount === 'number' ? amount : 0)), onClose),
  })
  return (
    <ActionDialog action={action} title={words.refundTitle} verb={words.refund} onClose={onClose}>
      <MoneyInput
        label={words.amount}
        description={words.refundable(money(refundable))}
        currency={payment.currency_code}
        max={refundable}
        value={amount}
        onChange={setAmount}
        error={action.errors.amount}
        data-autofocus
      />
      <RefundReasonInputs reason={reason} onReason={setReason} note={note} onNote={setNote} errors={action.errors} />
    </ActionDialog>
  )
}
