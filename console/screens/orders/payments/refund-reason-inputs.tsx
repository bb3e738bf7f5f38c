import { Select, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { orderActions } from '#console/strings/order-actions.ts'
import { orders } from '#console/strings/orders.ts'
import type { Order } from '../order.ts'

export type RefundReason = NonNullable<Order['refunds']>[number]['reason']

const REASONS: readonly RefundReason[] = ['discount', 'return', 'swap', 'claim', 'other']

interface RefundReasonInputsProps {
  reason: RefundReason
  onReason(reason: RefundReason): void
  note: string
  onNote(note: string): void
  errors: Readonly<Record<string, string>>
  /** Between the reason and the note. */
  children?: ReactNode
}

export function RefundReasonInputs({ reason, onReason, note, onNote, errors, children }: RefundReasonInputsProps) {
  const words = orderActions.useWords()
  const names = orders.useWords()
  return (
    <>
      <Select
        label={words.reason}
        data={REASONS.map((value) => ({ value, label: names[`reason_${value}`] }))}
        value={reason}
        onChange={(value) => onReason(REASONS.find((known) => known === value) ?? 'other')}
        error={errors.reason}
      />
      {children}
      <Textarea
        label={words.note}
        description={words.noteHint}
        value={note}
        onChange={(event) => onNote(event.currentTarget.value)}
        error={errors.note}
        autosize
        minRows={2}
      />
    </>
  )
}
