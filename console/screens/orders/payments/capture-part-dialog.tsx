import { Alert } from '@mantine/core'
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

/** Captures a part of a payment. The provider releases the rest. */
export function CapturePartDialog({ payment, onClose }: { payment: Payment; onClose(): void }) {
  const words = orderActions.useWords()
  const { id, amount: authorized, currency_code } = payment
  const money = (amount: number) => formatMoney(amount, currency_code)
  const [entered, setEntered] = useState<Entered<number>>(null)
  const amount = typeof entered === 'number' && entered > 0 && entered <= authorized ? entered : undefined
  const action = useAction({
    procedure: trpc.admin.payments.capture,
    input: amount === undefined ? undefined : { id, amount },
    fields: ['amount'],
    onDone: (result) => endDialog(words.captured(money(result.payment.amount)), onClose)(),
  })
  return (
    <ActionDialog action={action} title={words.capturePartTitle} verb={words.capture} onClose={onClose}>
      <MoneyInput
        label={words.amount}
        description={words.ofAuthorized(money(authorized))}
        currency={currency_code}
        min={1}
        max={authorized}
        value={entered}
        onChange={setEntered}
        error={action.errors.amount}
        data-autofocus
      />
      {amount !== undefined && amount < authorized && (
        <Alert color="yellow">{words.partReleases(money(authorized - amount))}</Alert>
      )}
    </ActionDialog>
  )
}
