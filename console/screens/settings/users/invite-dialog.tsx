import { TextInput } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { access } from '#console/strings/access.ts'
import { RoleSelect } from './role-select.tsx'

export function InviteDialog({ onClose }: { onClose(): void }) {
  const words = access.useWords()
  const form = useProcedureForm({
    action: trpc.admin.invites.create.mutationOptions({ gcTime: 0 }),
    values: { user: '', role: 'member' },
    toInput: (values) => values,
    onSaved: endDialog(words.invited, onClose),
  })
  const { getInputProps } = form.fields
  return (
    <FormDialog form={form} title={words.invite} action={words.invite} onClose={onClose}>
      <TextInput label={words.email} type="email" autoComplete="off" data-autofocus {...getInputProps('user')} />
      <RoleSelect {...getInputProps('role')} />
    </FormDialog>
  )
}
