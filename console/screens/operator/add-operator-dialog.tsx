import { TextInput } from '@mantine/core'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { common } from '#console/strings/common.ts'
import { operators } from '#console/strings/operators.ts'
import { operator } from './api.ts'
import { useGeneratedPassword } from './use-generated-password.tsx'

export function AddOperatorDialog({ onClose }: { onClose(): void }) {
  const words = operators.useWords()
  const { saved } = common.useWords()
  const { onSaved, dialog } = useGeneratedPassword({ onClose, onDone: endDialog(saved, onClose) })
  const form = useProcedureForm({
    action: operator.operators.add.mutationOptions(),
    values: { email: '' },
    required: ['email'],
    toInput: ({ email }) => ({ email }),
    onSaved,
  })
  if (dialog) return dialog
  return (
    <FormDialog form={form} title={words.addOperator} action={words.add} onClose={onClose}>
      <TextInput label={words.email} type="email" required data-autofocus {...form.fields.getInputProps('email')} />
    </FormDialog>
  )
}
