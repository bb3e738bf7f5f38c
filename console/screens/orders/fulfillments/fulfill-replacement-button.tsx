import type { ComponentProps } from 'react'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { orderActions } from '#console/strings/order-actions.ts'
import type { Replacement } from '../order.ts'

const FulfillReplacementDialog = lazyDialog(
  async () => (await import('./fulfill-replacement-dialog.tsx')).FulfillReplacementDialog,
)

interface FulfillReplacementButtonProps<Ids extends object>
  extends Pick<ComponentProps<typeof FulfillReplacementDialog<Ids, unknown>>, 'procedure' | 'ids'> {
  /** The claim or the exchange. */
  part: Replacement
  title: string
  variant: 'filled' | 'default'
}

const UNPACKED: readonly Replacement['fulfillment_status'][] = ['not_fulfilled', 'canceled']

/** Packs the new items of a claim or an exchange. Shows nothing if they are packed. */
export function FulfillReplacementButton<Ids extends object>({
  part,
  title,
  variant,
  ...dialog
}: FulfillReplacementButtonProps<Ids>) {
  const { fulfill } = orderActions.useWords()
  if (!UNPACKED.includes(part.fulfillment_status)) return null
  return (
    <DialogButton
      needs={dialog.procedure.mutationOptions().mutationKey}
      text={fulfill}
      label={`${fulfill}: ${title}`}
      variant={variant}
      dialog={(close) => <FulfillReplacementDialog {...dialog} items={part.additional_items ?? []} onClose={close} />}
    />
  )
}
