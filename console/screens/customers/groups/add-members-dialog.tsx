import { trpc } from '#console/app/api.ts'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { notifyDone } from '#console/components/notify.ts'
import { customers } from '#console/strings/customers.ts'
import { CustomerPicker } from '../customer-picker.tsx'

interface AddMembersDialogProps {
  groupId: string
  onClose(): void
}

export function AddMembersDialog({ groupId, onClose }: AddMembersDialogProps) {
  const words = customers.useWords()
  const form = useProcedureForm({
    action: trpc.admin.customerGroups.addCustomers.mutationOptions(),
    draft: groupId,
    values: { customer_ids: [] as string[] },
    toInput: ({ customer_ids }) => ({ id: groupId, customer_ids: customer_ids.map((id) => ({ id })) }),
    onSaved: () => {
      notifyDone(words.added(form.fields.getValues().customer_ids.length))
      onClose()
    },
  })
  return (
    <FormDialog form={form} title={words.addMembers} action={words.add} onClose={onClose}>
      <CustomerPicker
        label={words.customersToAdd}
        value={form.fields.getValues().customer_ids}
        onChange={(ids) => form.fields.setFieldValue('customer_ids', ids)}
      />
    </FormDialog>
  )
}
