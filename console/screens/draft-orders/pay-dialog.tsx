import { Text } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { ActionDialog } from '#console/components/action/action-dialog.tsx'
import { useAction } from '#console/components/action/use-action.ts'
import { formatMoney } from '#console/components/money.tsx'
import { notifyDone } from '#console/components/notify.ts'
import { draftOrders } from '#console/strings/draft-orders.ts'
import type { DraftActionsProps } from './draft-actions.tsx'

type PayDialogProps = Pick<DraftActionsProps, 'draft' | 'currency' | 'onPaid'> & { onClose(): void }

export function PayDialog({ draft, currency, onPaid, onClose }: PayDialogProps) {
  const words = draftOrders.useWords()
  const action = useAction({
    procedure: trpc.admin.draftOrders.pay,
    input: { id: draft.id },
    onDone: ({ order }) => {
      notifyDone(words.paid)
      onClose()
      onPaid(order.id)
    },
  })
  return (
    <ActionDialog action={action} title={words.payTitle} verb={words.pay} onClose={onClose}>
      <Text size="sm">{words.payText(formatMoney(draft.total, currency))}</Text>
    </ActionDialog>
  )
}
