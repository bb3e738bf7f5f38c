import { Group, Stack } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { Money } from '#console/components/money.tsx'
import { FieldLines } from '#console/components/plugin-fields/field-lines.tsx'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { TONES } from '#console/components/status-tones.ts'
import { Time } from '#console/components/time.tsx'
import type { Translation } from '#console/strings/define-strings.ts'
import { orderActions } from '#console/strings/order-actions.ts'
import { orderStatuses } from '#console/strings/order-statuses.ts'
import { type en, orders } from '#console/strings/orders.ts'
import { CancelButton } from '../cancel-button.tsx'
import { ItemList } from '../items/item-list.tsx'
import type { Order } from '../order.ts'
import { Part } from '../part.tsx'

const ReceiveDialog = lazyDialog(async () => (await import('./receive-dialog.tsx')).ReceiveDialog)

type Return = NonNullable<Order['returns']>[number]

export interface ReturnItem {
  id: string
  quantity: number
  title: string
  description?: string | null | undefined
  thumbnail?: string | null | undefined
  note?: string | undefined
}

interface ReturnPartProps {
  returned: Pick<Return, 'id' | 'status' | 'items' | 'location_id' | 'refund_amount' | 'created_at' | 'received_at'>
  title: string
  order: Order
  /** A claim or an exchange refunds its return itself. */
  refunds: boolean
}

/** A return of an order, a claim or an exchange. */
export function ReturnPart({ returned, title, order, refunds }: ReturnPartProps) {
  const words = orders.useWords()
  const actions = orderActions.useWords()
  const statuses = orderStatuses.useWords()
  const { id, status, created_at, received_at, location_id } = returned
  const items = returnItems(returned, { order, words })
  const isOpen = status === 'requested' || status === 'requires_action'
  return (
    <Part
      title={title}
      badge={<StatusBadge tone={TONES.return[status]} text={statuses[`return_${status}`]} />}
      actions={
        isOpen && (
          <>
            <DialogButton
              needs="returns.receive"
              text={actions.receive}
              label={`${actions.receive}: ${title}`}
              variant="filled"
              dialog={(close) => (
                <ReceiveDialog returned={{ id, items, location_id }} order={order} refunds={refunds} onClose={close} />
              )}
            />
            <CancelButton
              part={title}
              procedure={trpc.admin.returns.cancel}
              input={{ id }}
              title={actions.cancelReturnTitle}
              text={actions.cancelReturnText}
              verb={actions.cancelReturn}
              done={actions.returnCanceled}
            />
          </>
        )
      }
    >
      <Stack gap="sm">
        <ItemList items={items} />
        <FieldLines table="return" row={returned} />
        <Group gap="md" c="dimmed" fz="xs">
          <span>
            {statuses.return_requested} <Time at={created_at} />
          </span>
          {received_at && (
            <span>
              {statuses.return_received} <Time at={received_at} />
            </span>
          )}
          {refunds && (
            <span>
              {words.refundAmount}: <Money amount={returned.refund_amount} currency={order.currency_code} />
            </span>
          )}
        </Group>
      </Stack>
    </Part>
  )
}

function returnItems(
  { items = [] }: ReturnPartProps['returned'],
  { order, words }: { order: Order; words: Translation<typeof en> },
): ReturnItem[] {
  const lines = [
    ...(order.items ?? []),
    ...[...(order.swaps ?? []), ...(order.claims ?? [])].flatMap((one) => one.additional_items ?? []),
  ]
  return items.flatMap(({ item_id, quantity, requested_quantity, reason, note }) => {
    const line = lines.find(({ id }) => id === item_id)
    if (!line) return []
    const { id, title, description, thumbnail } = line
    const missing = Math.max(0, (requested_quantity ?? quantity) - quantity)
    const notes = [reason?.label, note, missing > 0 && words.notReceived(missing)]
    return [{ id, title, description, thumbnail, quantity, note: notes.filter(Boolean).join(' · ') }]
  })
}
