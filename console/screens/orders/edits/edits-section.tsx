import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { Section } from '#console/components/section.tsx'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { TONES } from '#console/components/status-tones.ts'
import { orderActions } from '#console/strings/order-actions.ts'
import { orderStatuses } from '#console/strings/order-statuses.ts'
import { orders } from '#console/strings/orders.ts'
import type { Order } from '../order.ts'
import { Part } from '../part.tsx'
import { ChangeList } from './change-list.tsx'
import type { OrderEdit } from './edit-lines.tsx'
import { EditTotals } from './edit-totals.tsx'

const ConfirmEditDialog = lazyDialog(async () => (await import('./confirm-edit-dialog.tsx')).ConfirmEditDialog)
const TextDialog = lazyDialog(async () => (await import('../text-dialog.tsx')).TextDialog)
const EditDialog = lazyDialog(async () => (await import('./edit-dialog.tsx')).EditDialog)

export function EditsSection({ order }: { order: Order }) {
  const words = orders.useWords()
  const { data } = useQuery(trpc.admin.orderEdits.list.queryOptions({ order_id: order.id, order: 'created_at' }))
  const edits = data?.order_edits ?? []
  if (edits.length === 0) return null
  return (
    <Section title={words.edits} isFlush>
      {edits.map((edit, index) => (
        <EditPart key={edit.id} edit={edit} title={words.editNumber(index + 1)} order={order} />
      ))}
    </Section>
  )
}

function EditPart({ edit, title, order }: { edit: OrderEdit; title: string; order: Order }) {
  const words = orderActions.useWords()
  const statuses = orderStatuses.useWords()
  const isOpen = edit.status === 'created' || edit.status === 'requested'
  return (
    <Part
      title={title}
      badge={<StatusBadge tone={TONES.edit[edit.status]} text={statuses[`edit_${edit.status}`]} />}
      actions={
        isOpen && (
          <>
            {edit.status === 'created' ? (
              <DialogButton
                needs="orderEdits.addLineItem"
                key="continue"
                text={words.continueEdit}
                label={`${words.continueEdit}: ${title}`}
                dialog={(close) => <EditDialog editId={edit.id} order={order} onClose={close} />}
              />
            ) : (
              <DialogButton
                needs="orderEdits.confirm"
                key="confirm"
                text={words.confirmEdit}
                label={`${words.confirmEdit}: ${title}`}
                variant="filled"
                dialog={(close) => <ConfirmEditDialog edit={edit} onClose={close} />}
              />
            )}
            <DialogButton
              needs="orderEdits.cancel"
              text={words.cancelEdit}
              label={`${words.cancelEdit}: ${title}`}
              dialog={(close) => (
                <TextDialog
                  procedure={trpc.admin.orderEdits.cancel}
                  input={{ id: edit.id }}
                  title={words.cancelEditTitle}
                  text={words.cancelEditText}
                  verb={words.cancelEdit}
                  done={words.editCanceled}
                  isDangerous
                  onClose={close}
                />
              )}
            />
          </>
        )
      }
    >
      <Stack gap="sm">
        <ChangeList edit={edit} />
        {isOpen && <EditTotals edit={edit} order={order} />}
      </Stack>
    </Part>
  )
}
