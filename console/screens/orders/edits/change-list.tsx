import { Button, Group, Stack, Text } from '@mantine/core'
import { orderActions } from '#console/strings/order-actions.ts'
import { orders } from '#console/strings/orders.ts'
import type { OrderEdit } from './edit-lines.tsx'

/** The changes of an edit. Without `onUndo` they are only shown. */
export function ChangeList({ edit, onUndo }: { edit: OrderEdit; onUndo?: (changeId: string) => void }) {
  const words = orderActions.useWords()
  const { change_item_add, change_item_update, change_item_remove } = orders.useWords()
  const names = { item_add: change_item_add, item_update: change_item_update, item_remove: change_item_remove }
  const changes = edit.changes ?? []
  if (changes.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {words.noChanges}
      </Text>
    )
  return (
    <Stack gap={4} component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label={words.changes}>
      {changes.map(({ id, type, line_item, original_line_item }) => {
        const title = (line_item ?? original_line_item)?.title ?? ''
        const quantities = [original_line_item?.quantity, line_item?.quantity].filter((one) => one !== undefined)
        return (
          <Group key={id} component="li" justify="space-between">
            <Text size="sm">
              <b>{names[type]}</b> {title} <span className="number">{quantities.join(' → ')}</span>
            </Text>
            {onUndo && (
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={words.undoChange(title)}
                onClick={() => onUndo(id)}
              >
                {words.undo}
              </Button>
            )}
          </Group>
        )
      })}
    </Stack>
  )
}
