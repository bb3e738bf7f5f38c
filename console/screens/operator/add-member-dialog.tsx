import { TextInput } from '@mantine/core'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { common } from '#console/strings/common.ts'
import { operators } from '#console/strings/operators.ts'
import { operator } from './api.ts'
import { useGeneratedPassword } from './use-generated-password.tsx'

interface AddMemberDialogProps {
  shop: string
  onClose(): void
}

export function AddMemberDialog({ shop, onClose }: AddMemberDialogProps) {
  const words = operators.useWords()
  const { saved } = common.useWords()
  const { onSaved, dialog } = useGeneratedPassword({ onClose, onDone: endDialog(saved, onClose) })
  const form = useProcedureForm({
    action: operator.members.add.mutationOptions(),
    values: { email: '', role: '' },
    required: ['email'],
    draft: shop,
    toInput: ({ email, role }) => ({ shop, email, ...(role ? { role } : {}) }),
    onSaved,
  })
  if (dialog) return dialog
  return (
    <FormDialog form={form} title={words.addMember} action={words.add} onClose={onClose}>
      <TextInput
        label={words.email}
        description={words.memberHint}
        type="email"
        required
        data-autofocus
        {...form.fields.getInputProps('email')}
      />
      <TextInput label={words.role} description={words.roleHint} {...form.fields.getInputProps('role')} />
    </FormDialog>
  )
}
