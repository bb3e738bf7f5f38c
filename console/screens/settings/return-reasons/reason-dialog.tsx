import { Select, Textarea, TextInput } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { common } from '#console/strings/common.ts'
import { settings } from '#console/strings/settings.ts'

interface Reason {
  id: string
  label: string
  value: string
  description?: string | null | undefined
}

interface ReasonDialogProps {
  /** Undefined for a new reason. */
  reason?: Reason
  parents: readonly Reason[]
  onClose(): void
}

/** Only a new reason can get a parent. */
export function ReasonDialog({ reason, parents, onClose }: ReasonDialogProps) {
  const words = settings.useWords()
  const { create, save, saved, none } = common.useWords()
  const values = {
    label: reason?.label ?? '',
    value: reason?.value ?? '',
    description: reason?.description ?? '',
    parent_return_reason_id: null as string | null,
  }
  const creation = useProcedureForm({
    action: trpc.admin.returnReasons.create.mutationOptions(),
    values,
    toInput: ({ description, ...input }) => ({ ...input, description: description || null }),
    onSaved: endDialog(saved, onClose),
  })
  const change = useProcedureForm({
    action: trpc.admin.returnReasons.update.mutationOptions(),
    draft: reason?.id ?? '',
    values,
    toInput: ({ label, value, description }) => ({
      id: reason?.id ?? '',
      label,
      value,
      description: description || null,
    }),
    onSaved: onClose,
  })
  const form = reason ? change : creation
  const { getInputProps } = form.fields
  return (
    <FormDialog
      form={form}
      title={reason ? words.editReason : words.newReason}
      action={reason ? save : create}
      onClose={onClose}
    >
      <TextInput label={words.label} description={words.labelHint} data-autofocus {...getInputProps('label')} />
      <TextInput label={words.value} description={words.valueHint} {...getInputProps('value')} />
      <Textarea label={words.description} autosize minRows={2} {...getInputProps('description')} />
      {!reason && (
        <Select
          label={words.parent}
          placeholder={none}
          clearable
          data={parents.map(({ id, label }) => ({ value: id, label }))}
          {...getInputProps('parent_return_reason_id')}
        />
      )}
    </FormDialog>
  )
}
