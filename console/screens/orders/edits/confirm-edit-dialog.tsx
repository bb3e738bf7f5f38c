import { trpc } from '#console/app/api.ts'
import { MoreNames } from '#console/components/action/more-names.tsx'
import { orderActions } from '#console/strings/order-actions.ts'
import { TextDialog } from '../text-dialog.tsx'
import type { OrderEdit } from './edit-lines.tsx'

interface ConfirmEditDialogProps {
  edit: OrderEdit
  onClose(): void
  onDone?(): void
}

/** Changes the order as the edit describes. The preview states which side owes the difference then. */
export function ConfirmEditDialog({ edit, onClose, onDone }: ConfirmEditDialogProps) {
  const words = orderActions.useWords()
  const items = (edit.items ?? []).flatMap(({ variant_id, title }) => (variant_id ? [{ variant_id, title }] : []))
  return (
    <MoreNames variants={items}>
      <TextDialog
        procedure={trpc.admin.orderEdits.confirm}
        input={{ id: edit.id }}
        title={words.confirmEditTitle}
        text={words.confirmEditText}
        verb={words.confirmEdit}
        done={words.editConfirmed}
        onClose={onClose}
        {...(onDone ? { onDone } : {})}
      />
    </MoreNames>
  )
}
