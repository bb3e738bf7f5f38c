import { ActionIcon, Group, Stack } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { formatMoney, Money } from '#console/components/money.tsx'
import { LineFields } from '#console/components/plugin-fields/line-fields.tsx'
import { orderActions } from '#console/strings/order-actions.ts'
import { orders } from '#console/strings/orders.ts'
import { ItemName } from '../items/item-name.tsx'
import { LineQuantity } from '../items/line-quantity.tsx'
import { ChangeList } from './change-list.tsx'
import type { EditActions } from './use-edit-actions.ts'

export type OrderEdit = RouterOutputs['admin']['orderEdits']['get']['order_edit']
type EditLine = NonNullable<OrderEdit['items']>[number]

interface EditLinesProps {
  edit: OrderEdit
  actions: EditActions
  currency: string
}

export function EditLines({ edit, actions, currency }: EditLinesProps) {
  return (
    <Stack gap="sm">
      {edit.items?.map((item) => (
        <LineRow key={item.id} editId={edit.id} item={item} actions={actions} currency={currency} />
      ))}
      <ChangeList edit={edit} onUndo={actions.undo} />
    </Stack>
  )
}

interface LineRowProps extends Omit<EditLinesProps, 'edit'> {
  editId: string
  item: EditLine
}

function LineRow({ editId, item, actions, currency }: LineRowProps) {
  const words = orderActions.useWords()
  const { quantityTimes } = orders.useWords()
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <ItemName {...item} note={quantityTimes(item.quantity, formatMoney(item.unit_price, currency))} />
        <LineFields
          item={item}
          action={trpc.admin.orderEdits.updateLineItem.mutationOptions()}
          identity={{ id: editId, item_id: item.id, quantity: item.quantity }}
        />
      </div>
      <Group gap="sm" wrap="nowrap">
        <LineQuantity item={item} onChange={(quantity) => actions.change(item.id, quantity)} />
        <Money amount={item.subtotal ?? 0} currency={currency} />
        <ActionIcon aria-label={words.removeItem(item.title)} onClick={() => actions.remove(item.id)}>
          <IconX size={16} />
        </ActionIcon>
      </Group>
    </Group>
  )
}
