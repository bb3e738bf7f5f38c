import { Text } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { ActionDialog } from '#console/components/action/action-dialog.tsx'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { useAction } from '#console/components/action/use-action.ts'
import { carriers } from '#console/strings/carriers.ts'
import { common } from '#console/strings/common.ts'
import { type Tracking, TrackingFields, useTracking } from './tracking-fields.tsx'

interface TrackingDialogProps {
  orderId: string
  fulfillmentId: string
  tracking: Tracking
  onClose(): void
}

/** Replaces the tracking numbers of a shipped fulfillment. */
export function TrackingDialog({ orderId, fulfillmentId, tracking: stored, onClose }: TrackingDialogProps) {
  const words = carriers.useWords()
  const { save } = common.useWords()
  const { tracking, setTracking } = useTracking(stored)
  const { carrier, tracking_numbers } = tracking
  const action = useAction({
    procedure: trpc.admin.orders.correctTracking,
    input: { id: orderId, fulfillment_id: fulfillmentId, tracking_numbers, ...(carrier ? { carrier } : {}) },
    fields: ['tracking_numbers', 'carrier'],
    onDone: endDialog(words.trackingCorrected, onClose),
  })
  return (
    <ActionDialog action={action} title={words.editTrackingTitle} verb={save} onClose={onClose}>
      <Text size="sm" c="dimmed">
        {words.correctionHint}
      </Text>
      <TrackingFields value={tracking} onChange={setTracking} errors={action.errors} />
    </ActionDialog>
  )
}
