import { Group, Text } from '@mantine/core'
import { Money } from '#console/components/money.tsx'
import { orderActions } from '#console/strings/order-actions.ts'
import type { Order } from '../order.ts'
import type { OrderEdit } from './edit-lines.tsx'

/** The total of the order after an edit, and the difference. */
export function EditTotals({ edit, order }: { edit: OrderEdit; order: Order }) {
  const words = orderActions.useWords()
  const rows = [
    [words.newTotal, edit.total],
    [edit.difference_due < 0 ? words.costsLess : words.costsMore, Math.abs(edit.difference_due)],
  ] as const
  return (
    <div>
      {rows.map(([name, amount]) => (
        <Group key={name} justify="space-between">
          <Text size="sm" c="dimmed">
            {name}
          </Text>
          <Text size="sm" fw={600}>
            <Money amount={amount} currency={order.currency_code} />
          </Text>
        </Group>
      ))}
    </div>
  )
}
