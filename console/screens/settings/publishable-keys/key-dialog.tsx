import { TextInput } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { useRowForm } from '#console/components/form/use-row-form.ts'
import { access } from '#console/strings/access.ts'
import { common } from '#console/strings/common.ts'
import { useStrings } from '#console/strings/define-strings.ts'
import type { PublishableKey } from './key-list.tsx'

interface KeyDialogProps {
  /** Undefined for a new key. */
  publishableKey?: PublishableKey
  onClose(): void
}

export function KeyDialog({ publishableKey, onClose }: KeyDialogProps) {
  const words = useStrings(access)
  const { create, save, saved } = useStrings(common)
  const form = useRowForm({
    create: trpc.admin.publishableApiKeys.create.mutationOptions(),
    update: trpc.admin.publishableApiKeys.update.mutationOptions(),
    id: publishableKey?.id,
    values: { title: publishableKey?.title ?? '' },
    toInput: (values) => values,
    onSaved: endDialog(saved, onClose),
  })
  return (
    <FormDialog
      form={form}
      title={publishableKey ? words.editKey : words.newKey}
      action={publishableKey ? save : create}
      onClose={onClose}
    >
      <TextInput label={words.title} data-autofocus {...form.fields.getInputProps('title')} />
    </FormDialog>
  )
}
