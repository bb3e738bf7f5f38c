import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import type { Procedure } from '#console/components/action/procedure.ts'
import { orderActions } from '#console/strings/order-actions.ts'

const TextDialog = lazyDialog(async () => (await import('../text-dialog.tsx')).TextDialog)

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
