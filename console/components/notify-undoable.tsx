import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { common } from '#console/strings/common.ts'

const SHOWN = 10_000

const latest = new Map<string, string>()

/**
 * Shows that a change is made, and takes it back within ten seconds if the user asks. A later change of the same subject replaces the
 * message, since the values before it are no longer the earlier ones.
 */
export function notifyUndoable(message: string, undo: () => Promise<unknown>, subject?: string): void {
  const id = crypto.randomUUID()
  if (subject) {
    notifications.hide(latest.get(subject) ?? '')
    latest.set(subject, id)
  }
  const run = () => {
    notifications.hide(id)
    // A failed change shows its own message.
    undo().catch(() => undefined)
  }
  notifications.show({
    id,
    message: <Undoable message={message} onUndo={run} />,
    color: 'teal',
    withBorder: true,
    autoClose: SHOWN,
  })
}

function Undoable({ message, onUndo }: { message: string; onUndo(): void }) {
  const { undo } = common.useWords()
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">{message}</Text>
      <Button size="compact-sm" variant="subtle" onClick={onUndo}>
        {undo}
      </Button>
    </Group>
  )
}
