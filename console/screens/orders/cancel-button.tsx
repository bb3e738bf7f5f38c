import type { ComponentProps } from 'react'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'

const TextDialog = lazyDialog(async () => (await import('./text-dialog.tsx')).TextDialog)

interface CancelButtonProps<Input> extends Omit<ComponentProps<typeof TextDialog<Input, unknown>>, 'onClose'> {
  /** The claim, exchange or return, such as `Claim 1`. */
  part: string
}

/** Asks before it cancels a part of an order. */
export function CancelButton<Input>({ part, ...dialog }: CancelButtonProps<Input>) {
  return (
    <DialogButton
      needs={dialog.procedure.mutationOptions().mutationKey}
      text={dialog.verb}
      label={`${dialog.verb}: ${part}`}
      dialog={(close) => <TextDialog {...dialog} isDangerous onClose={close} />}
    />
  )
}
