import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { notifyDone } from '#console/components/notify.ts'
import { orderActions } from '#console/strings/order-actions.ts'
import { packing } from '#console/strings/packing.ts'
import type { Order } from './order.ts'
import type { OrderAction } from './order-action.ts'
import { useItemActions } from './use-item-actions.tsx'

const DuplicateDialog = lazyDialog(async () => (await import('./duplicate-dialog.tsx')).DuplicateDialog)
const EditDialog = lazyDialog(async () => (await import('./edits/edit-dialog.tsx')).EditDialog)
const TextDialog = lazyDialog(async () => (await import('./text-dialog.tsx')).TextDialog)

export function useOrderActions(order: Order): OrderAction[] {
  const words = orderActions.useWords()
  const { packingSlip } = packing.useWords()
  const navigate = useNavigate()
  const { id, status } = order
  const { complete, archive } = useStatusActions()
  const edit = useEditAction(order)
  const itemActions = useItemActions(order)
  return [
    {
      text: packingSlip,
      procedure: 'orders.packingSlips',
      isPossible: status !== 'canceled',
      run: () => void navigate({ to: '/orders/packing', search: { ids: id } }),
    },
    ...itemActions,
    {
      text: words.duplicate,
      procedure: 'draftOrders.createFromOrder',
      isPossible: true,
      dialog: (close) => <DuplicateDialog orderId={id} onClose={close} />,
    },
    edit,
    { text: words.complete, procedure: 'orders.complete', isPossible: status === 'pending', run: () => complete(id) },
    { text: words.archive, procedure: 'orders.archive', isPossible: status === 'completed', run: () => archive(id) },
    {
      text: words.cancelOrder,
      procedure: 'orders.cancel',
      isPossible: status !== 'canceled',
      isDangerous: true,
      dialog: (close) => (
        <TextDialog
          procedure={trpc.admin.orders.cancel}
          input={{ id }}
          title={words.cancelOrderTitle}
          text={words.cancelOrderText}
          verb={words.cancelOrder}
          done={words.orderCanceled}
          isDangerous
          onClose={close}
        />
      ),
    },
  ]
}

function useStatusActions(): Record<'complete' | 'archive', (id: string) => void> {
  const words = orderActions.useWords()
  const finish = (done: string) => ({
    onSuccess: () => notifyDone(done),
  })
  const complete = useMutation(trpc.admin.orders.complete.mutationOptions(finish(words.completed)))
  const archive = useMutation(trpc.admin.orders.archive.mutationOptions(finish(words.archived)))
  return { complete: (id) => complete.mutate({ id }), archive: (id) => archive.mutate({ id }) }
}

/** Starts an edit, and opens it. */
function useEditAction(order: Order): OrderAction {
  const words = orderActions.useWords()
  const create = useMutation(trpc.admin.orderEdits.create.mutationOptions())
  return {
    text: words.editOrder,
    procedure: 'orderEdits.create',
    isPossible: order.status !== 'canceled',
    run: (open) => {
      create.mutate({ order_id: order.id })
      open()
    },
    dialog: (close) => create.data && <EditDialog editId={create.data.order_edit.id} order={order} onClose={close} />,
  }
}
