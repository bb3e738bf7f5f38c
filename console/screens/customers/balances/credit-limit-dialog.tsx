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

interface CreditLimitDialogProps {
  customerId: string
  kinds: readonly BalanceKind[]
  onClose(): void
}

export function CreditLimitDialog({ customerId, kinds, onClose }: CreditLimitDialogProps) {
  const words = balances.useWords()
  const limitable = kinds.filter(({ has_credit_limit }) => has_credit_limit)
  const chosen = useChosenKind(limitable)
  const [limit, setLimit] = useState<Entered<number>>(null)
  const { kind, currency } = chosen
  const action = useAction({
    procedure: trpc.admin.balances.setCreditLimit,
    input:
      kind && typeof limit === 'number'
        ? { customer_id: customerId, kind: kind.kind, currency_code: currency, credit_limit: limit }
        : undefined,
    fields: ['kind', 'currency_code', 'credit_limit'],
    onDone: endDialog(words.limitSet, onClose),
  })
  const limitField = {
    label: words.limit,
    description: words.limitHint,
    value: limit,
    onChange: setLimit,
    error: action.errors.credit_limit,
  }
  return (
    <ActionDialog action={action} title={words.limitTitle} verb={words.setLimit} onClose={onClose}>
      <KindFields kinds={limitable} chosen={chosen} errors={action.errors} />
      {currency ? (
        <MoneyInput currency={currency} data-autofocus {...limitField} />
      ) : (
        <WholeNumberInput data-autofocus {...limitField} />
      )}
    </ActionDialog>
  )
}
