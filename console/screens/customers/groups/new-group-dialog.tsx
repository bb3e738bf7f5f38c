import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { common } from '#console/strings/common.ts'
import { customers } from '#console/strings/customers.ts'

export function NewGroupDialog({ onClose }: { onClose(): void }) {
  const words = customers.useWords()
  const { create } = common.useWords()
  const navigate = useNavigate()
  const form = useProcedureForm({
    action: trpc.admin.customerGroups.create.mutationOptions(),
    values: { name: '' },
    toInput: (values) => values,
    onSaved: async ({ customer_group: { id } }) => {
      onClose()
      await navigate({ to: '/customers/groups/$id', params: { id } })
    },
  })
  return (
    <FormDialog form={form} title={words.newGroup} action={create} onClose={onClose}>
      <TextInput label={words.name} data-autofocus required {...form.fields.getInputProps('name')} />
    </FormDialog>
  )
}
