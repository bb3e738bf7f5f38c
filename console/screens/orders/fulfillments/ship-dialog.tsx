import { useState } from 'react'
import { ActionDialog } from '#console/components/action/action-dialog.tsx'
import { endDialog } from '#console/components/action/end-dialog.ts'
import type { Procedure } from '#console/components/action/procedure.ts'
import { useAction } from '#console/components/action/use-action.ts'
import { NamesInput } from '#console/components/form/names-input.tsx'
import { orderActions } from '#console/strings/order-actions.ts'

interface ShipDialogProps<Input, Output> {
  procedure: Procedure<Input, Output>
  inputOf(trackingNumbers: string[]): Input
  onClose(): void
}

/** Ships a fulfillment of an order, a claim or an exchange. */
export function ShipDialog<Input, Output>({ procedure, inputOf, onClose }: ShipDialogProps<Input, Output>) {
  const words = orderActions.useWords()
  const [numbers, setNumbers] = useState<string[]>([])
  const action = useAction({
    procedure,
    input: inputOf(numbers),
    fields: ['tracking_numbers'],
    onDone: endDialog(words.shippedDone, onClose),
  })
  return (
    <ActionDialog action={action} title={words.shipTitle} verb={words.ship} onClose={onClose}>
      <NamesInput
        label={words.trackingNumbers}
        description={words.trackingHint}
        value={numbers}
        onChange={setNumbers}
        error={action.errors.tracking_numbers}
        acceptValueOnBlur
        data-autofocus
      />
    </ActionDialog>
  )
}
