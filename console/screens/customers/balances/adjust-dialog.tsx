import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import type { BalanceKind } from '#console/app/use-balance-kinds.ts'
import { ActionDialog } from '#console/components/action/action-dialog.tsx'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { useAction } from '#console/components/action/use-action.ts'
import type { Entered } from '#console/components/form/entered.ts'
import { MoneyInput, WholeNumberInput } from '#console/components/form/number-input.tsx'
import { balances } from '#console/strings/balances.ts'
import { KindFields, useChosenKind } from './kind-fields.tsx'

interface AdjustDialogProps {
  customerId: string
  kinds: readonly BalanceKind[]
  onClose(): void
}

/** Grants an amount, or deducts one. */
export function AdjustDialog({ customerId, kinds, onClose }: AdjustDialogProps) {
  const words = balances.useWords()
  const chosen = useChosenKind(kinds)
  const [isDeduction, setDeduction] = useState(false)
  const [amount, setAmount] = useState<Entered<number>>(null)
  const [note, setNote] = useState('')
  const { kind, currency } = chosen
  const isComplete = kind && typeof amount === 'number' && amount > 0 && note.trim() !== ''
  const action = useAction({
    procedure: trpc.admin.balances.adjust,
    input: isComplete
      ? {
          customer_id: customerId,
          kind: kind.kind,
          currency_code: currency,
          amount: isDeduction ? -amount : amount,
          note: note.trim(),
        }
      : undefined,
    fields: ['kind', 'currency_code', 'amount', 'note'],
    onDone: endDialog(words.adjusted(kind?.name ?? ''), onClose),
  })
  const amountField = { label: words.amount, value: amount, onChange: setAmount, error: action.errors.amount }
  return (
    <ActionDialog
      action={action}
      title={words.adjustTitle}
      verb={isDeduction ? words.deduct : words.grant}
      onClose={onClose}
    >
      <KindFields kinds={kinds} chosen={chosen} errors={action.errors} />
      <Select
        label={words.direction}
        data={[
          { value: 'grant', label: words.grant },
          { value: 'deduct', label: words.deduct },
        ]}
        value={isDeduction ? 'deduct' : 'grant'}
        onChange={(value) => setDeduction(value === 'deduct')}
      />
      {currency ? (
        <MoneyInput currency={currency} data-autofocus {...amountField} />
      ) : (
        <WholeNumberInput data-autofocus {...amountField} />
      )}
      <TextInput
        label={words.reason}
        description={words.reasonHint}
        value={note}
        maxLength={1000}
        onChange={(event) => setNote(event.currentTarget.value)}
        error={action.errors.note}
      />
    </ActionDialog>
  )
}
