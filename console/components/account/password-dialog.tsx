import { PasswordInput, Text } from '@mantine/core'
import type { Procedure } from '#console/components/action/procedure.ts'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { notifyDone } from '#console/components/notify.ts'
import { account } from '#console/strings/account.ts'

interface PasswordDialogProps<Input extends object, Output> {
  procedure: Procedure<Input & { password: string }, Output>
  input: Input
  title: string
  text?: string
  action: string
  /** The message after the call. */
  done?: string
  onDone?(output: Output): void
  onClose(): void
}

/** Calls a procedure that asks for the password of the user. */
export function PasswordDialog<Input extends object, Output>(props: PasswordDialogProps<Input, Output>) {
  const { procedure, input, title, text, action, done, onDone, onClose } = props
  const words = account.useWords()
  const form = useProcedureForm({
    action: procedure.mutationOptions(),
    values: { password: '' },
    toInput: ({ password }) => ({ ...input, password }),
    required: ['password'],
    onSaved: (output: Output) => {
      onClose()
      if (done) notifyDone(done)
      onDone?.(output)
    },
  })
  return (
    <FormDialog form={form} title={title} action={action} onClose={onClose} size="md">
      {text && <Text size="sm">{text}</Text>}
      <PasswordInput
        label={words.currentPassword}
        autoComplete="current-password"
        data-autofocus
        {...form.fields.getInputProps('password')}
      />
    </FormDialog>
  )
}
