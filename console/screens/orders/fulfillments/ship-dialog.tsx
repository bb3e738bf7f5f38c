import { ActionDialog } from '#console/components/action/action-dialog.tsx'
import { endDialog } from '#console/components/action/end-dialog.ts'
import type { Procedure } from '#console/components/action/procedure.ts'
import { useAction } from '#console/components/action/use-action.ts'
import { orderActions } from '#console/strings/order-actions.ts'
import { type Tracking, TrackingFields, useTracking } from './tracking-fields.tsx'

interface ShipDialogProps<Input, Output> {
  procedure: Procedure<Input, Output>
  inputOf(tracking: Tracking): Input
  onClose(): void
}

/** Ships a fulfillment of an order, a claim or an exchange. */
export function ShipDialog<Input, Output>({ procedure, inputOf, onClose }: ShipDialogProps<Input, Output>) {
  const words = orderActions.useWords()
  const { tracking, setTracking, remember } = useTracking()
  const { carrier, tracking_numbers } = tracking
  const done = endDialog(words.shippedDone, onClose)
  const action = useAction({
    procedure,
    input: inputOf({ tracking_numbers, ...(carrier && tracking_numbers.length > 0 ? { carrier } : {}) }),
    fields: ['tracking_numbers', 'carrier'],
    onDone: () => {
      remember()
      return done()
    },
  })
  return (
    <ActionDialog action={action} title={words.shipTitle} verb={words.ship} onClose={onClose}>
      <TrackingFields value={tracking} onChange={setTracking} errors={action.errors} />
    </ActionDialog>
  )
}
