import { SimpleGrid, TextInput } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { access } from '#console/strings/access.ts'
import { RoleSelect } from './role-select.tsx'
import type { User } from './user-list.tsx'

export function UserDialog({ user, onClose }: { user: User; onClose(): void }) {
  const words = access.useWords()
  const form = useProcedureForm({
    action: trpc.admin.users.update.mutationOptions(),
    draft: user.id,
    values: { first_name: user.first_name ?? '', last_name: user.last_name ?? '', role: user.role },
    toInput: ({ first_name, last_name, role }) => ({
      id: user.id,
      first_name: first_name || null,
      last_name: last_name || null,
      role,
    }),
    sentIfChanged: ['role'],
    onSaved: onClose,
  })
  const { getInputProps } = form.fields
  return (
    <FormDialog form={form} title={words.editUser} onClose={onClose}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label={words.firstName} data-autofocus {...getInputProps('first_name')} />
        <TextInput label={words.lastName} {...getInputProps('last_name')} />
      </SimpleGrid>
      <RoleSelect {...getInputProps('role')} />
    </FormDialog>
  )
}
