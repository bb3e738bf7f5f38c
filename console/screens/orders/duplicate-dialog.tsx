import { Alert, SegmentedControl, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { ActionDialog } from '#console/components/action/action-dialog.tsx'
import { useAction } from '#console/components/action/use-action.ts'
import { notifyDone } from '#console/components/notify.ts'
import { orderActions } from '#console/strings/order-actions.ts'

interface DuplicateDialogProps {
  orderId: string
  onClose(): void
}

/** Creates a draft order like an order, and opens it. Names the lines that it cannot copy before. */
export function DuplicateDialog({ orderId, onClose }: DuplicateDialogProps) {
  const words = orderActions.useWords()
  const navigate = useNavigate()
  const [prices, setPrices] = useState<'current' | 'agreed'>('current')
  const action = useAction({
    procedure: trpc.admin.draftOrders.createFromOrder,
    input: { order_id: orderId, prices },
    onDone: async ({ draft_order }) => {
      notifyDone(words.duplicated)
      onClose()
      await navigate({ to: '/draft-orders/$id', params: { id: draft_order.id } })
    },
  })
  return (
    <ActionDialog action={action} title={words.duplicateTitle} verb={words.duplicate} onClose={onClose}>
      <Text size="sm">{words.duplicateText}</Text>
      <SegmentedControl
        aria-label={words.copiedPrices}
        value={prices}
        data={[
          { value: 'current', label: words.currentPrices },
          { value: 'agreed', label: words.agreedPrices },
        ]}
        onChange={(value) => setPrices(value === 'agreed' ? 'agreed' : 'current')}
      />
      <OmittedLines lines={action.preview.changes?.response.omitted ?? []} />
    </ActionDialog>
  )
}

type OmittedLine = RouterOutputs['admin']['draftOrders']['createFromOrder']['omitted'][number]

function OmittedLines({ lines }: { lines: readonly OmittedLine[] }) {
  const words = orderActions.useWords()
  if (lines.length === 0) return null
  return (
    <Alert color="yellow" title={words.omitted}>
      {lines.map(({ title, quantity, reason }) => (
        <div key={`${title} ${reason}`}>
          {quantity} × {title}: {words[`omitted_${reason}`]}
        </div>
      ))}
    </Alert>
  )
}
