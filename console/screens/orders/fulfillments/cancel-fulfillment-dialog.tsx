import type { Procedure } from '#console/components/action/procedure.ts'
import { orderActions } from '#console/strings/order-actions.ts'
import { TextDialog } from '../text-dialog.tsx'

interface CancelFulfillmentDialogProps<Input> {
  /** Cancels a fulfillment of an order, a claim or an exchange. */
  procedure: Procedure<Input, unknown>
  input: Input
  onClose(): void
}

export function CancelFulfillmentDialog<Input>(props: CancelFulfillmentDialogProps<Input>) {
  const words = orderActions.useWords()
  return (
    <TextDialog
      {...props}
      title={words.cancelFulfillmentTitle}
      text={words.cancelFulfillmentText}
      verb={words.cancelFulfillment}
      done={words.fulfillmentCanceled}
      isDangerous
    />
  )
}
