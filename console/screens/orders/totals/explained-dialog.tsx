import { Modal } from '@mantine/core'
import { useReturnedFocus } from '#console/components/use-returned-focus.ts'
import { common } from '#console/strings/common.ts'
import { totals } from '#console/strings/totals.ts'
import { ExplainedTotal } from './explained-total.tsx'
import type { TotalName } from './order-totals.tsx'

interface ExplainedDialogProps {
  orderId: string
  name: TotalName
  onClose(): void
}

export function ExplainedDialog({ orderId, name, onClose }: ExplainedDialogProps) {
  useReturnedFocus()
  const words = totals.useWords()
  const { close } = common.useWords()
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.explainTitle(words[name])}
      size="lg"
      closeButtonProps={{ 'aria-label': close }}
    >
      <ExplainedTotal orderId={orderId} name={name} />
    </Modal>
  )
}
