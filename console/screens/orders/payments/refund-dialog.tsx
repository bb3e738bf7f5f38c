import { Select } from '@mantine/core'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { useBalanceKinds } from '#console/app/use-balance-kinds.ts'
import { ActionDialog } from '#console/components/action/action-dialog.tsx'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { useAction } from '#console/components/action/use-action.ts'
import type { Entered } from '#console/components/form/entered.ts'
import { MoneyInput } from '#console/components/form/number-input.tsx'
import { formatMoney } from '#console/components/money.tsx'
import { orderActions } from '#console/strings/order-actions.ts'
import type { Order } from '../order.ts'
import { GiftCardNote } from './gift-card-note.tsx'
import { type RefundReason, RefundReasonInputs } from './refund-reason-inputs.tsx'
import { capturedRefundable } from './refundable.ts'

export function RefundDialog({ order, onClose }: { order: Order; onClose(): void }) {
  const words = orderActions.useWords()
  const refundable = capturedRefundable(order)
  const owed = Math.max(0, -order.difference_due)
  const [amount, setAmount] = useState<Entered<number>>(owed > 0 ? Math.min(owed, refundable) : refundable)
  const [reason, setReason] = useState<RefundReason>('other')
  const [note, setNote] = useState('')
  const [balance, setBalance] = useState<string | null>(null)
  const targets = useBalanceKinds().filter(({ worth }) => worth === null)
  const money = (value: number) => formatMoney(value, order.currency_code)
  const action = useAction({
    procedure: trpc.admin.orders.refund,
    input: typeof amount !== 'number' ? undefined : { id: order.id, amount, reason, note: note || null, balance },
    fields: ['amount', 'reason', 'note', 'balance'],
    onDone: endDialog(words.refunded(money(typeof amount === 'number' ? amount : 0)), onClose),
  })
  return (
    <ActionDialog action={action} title={words.refundTitle} verb={words.refund} onClose={onClose}>
      <MoneyInput
        label={words.amount}
        description={[owed > 0 && words.owedToCustomer(money(owed)), words.refundable(money(refundable))]
          .filter(Boolean)
          .join(' ')}
        currency={order.currency_code}
        max={refundable}
        value={amount}
        onChange={setAmount}
        error={action.errors.amount}
        data-autofocus
      />
      <GiftCardNote order={order} />
      <RefundReasonInputs reason={reason} onReason={setReason} note={note} onNote={setNote} errors={action.errors}>
        {targets.length > 0 && order.customer?.has_account && (
          <Select
            label={words.refundTo}
            data={[
              { value: '', label: words.toPayments },
              ...targets.map(({ kind, name }) => ({ value: kind, label: name })),
            ]}
            value={balance ?? ''}
            onChange={(value) => setBalance(value || null)}
            error={action.errors.balance}
          />
        )}
      </RefundReasonInputs>
    </ActionDialog>
  )
}
