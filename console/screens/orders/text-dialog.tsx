import { Text } from '@mantine/core'
import { ActionDialog } from '#console/components/action/action-dialog.tsx'
import type { Procedure } from '#console/components/action/procedure.ts'
import { useAction } from '#console/components/action/use-action.ts'
import { notifyDone } from '#console/components/notify.ts'

interface TextDialogProps<Input, Output> {
  procedure: Procedure<Input, Output>
  input: Input
  title: string
  text: string
  verb: string
  /** The message after the action. */
  done: string
  isDangerous?: boolean
  onClose(): void
  onDone?(): void
}

/** A dialog with a text and no fields, for example for a cancellation. */
export function TextDialog<Input, Output>({
  procedure,
  input,
  title,
  text,
  verb,
  done,
  isDangerous = false,
  onClose,
  onDone,
}: TextDialogProps<Input, Output>) {
  const action = useAction({
    procedure,
    input,
    onDone: () => {
      notifyDone(done)
      onClose()
      onDone?.()
    },
  })
  return (
    <ActionDialog action={action} title={title} verb={verb} isDangerous={isDangerous} onClose={onClose}>
      <Text size="sm">{text}</Text>
    </ActionDialog>
  )
}
