import type { MantineSize } from '@mantine/core'
import type { Procedure } from '#console/components/action/procedure.ts'
import { ProcedureButton } from '#console/components/action/procedure-button.tsx'
import { type RestorableResource, useUndoableDeletion } from '#console/components/use-undoable-deletion.ts'
import { common } from '#console/strings/common.ts'
import { settings } from '#console/strings/settings.ts'

interface DeleteRowProps<Input, Output> {
  procedure: Procedure<Input, Output>
  input: Input
  /** The name of the row. */
  name: string
  /** The consequence of the deletion. */
  text?: string
  onDone?(): void | Promise<void>
  /** A row that can be restored, so that the message offers to undo the deletion. */
  restorable?: { resource: RestorableResource; id: string }
  size?: MantineSize
}

/** A button that asks, and deletes a row. */
export function DeleteRow<Input, Output>({
  procedure,
  input,
  name,
  text,
  onDone,
  restorable,
  size = 'xs',
}: DeleteRowProps<Input, Output>) {
  const words = settings.useWords()
  const showDeletion = useUndoableDeletion()
  const { delete: verb } = common.useWords()
  return (
    <ProcedureButton
      procedure={procedure}
      input={input}
      text={verb}
      size={size}
      label={words.deleteOf(name)}
      question={{
        title: words.deleteTitle(name),
        text: restorable ? [text, words.restorableText].filter(Boolean).join(' ') : (text ?? words.deleteText),
      }}
      isDangerous
      {...(restorable ? {} : { done: words.deleted })}
      onDone={async () => {
        if (restorable) showDeletion(restorable.resource, restorable.id)
        await onDone?.()
      }}
    />
  )
}
