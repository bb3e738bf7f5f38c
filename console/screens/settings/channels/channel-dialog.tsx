import { Switch, Textarea, TextInput } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { useRowForm } from '#console/components/form/use-row-form.ts'
import { common } from '#console/strings/common.ts'
import { useStrings } from '#console/strings/define-strings.ts'
import { settings } from '#console/strings/settings.ts'
import type { Channel } from './channel-list.tsx'

interface ChannelDialogProps {
  /** Undefined for a new sales channel. */
  channel?: Channel
  onClose(): void
}

export function ChannelDialog({ channel, onClose }: ChannelDialogProps) {
  const words = useStrings(settings)
  const { create, save, saved } = useStrings(common)
  const form = useRowForm({
    create: trpc.admin.salesChannels.create.mutationOptions(),
    update: trpc.admin.salesChannels.update.mutationOptions(),
    id: channel?.id,
    values: {
      name: channel?.name ?? '',
      description: channel?.description ?? '',
      is_disabled: channel?.is_disabled ?? false,
    },
    toInput: ({ description, ...values }) => ({ ...values, description: description || null }),
    onSaved: endDialog(saved, onClose),
  })
  const { getInputProps } = form.fields
  return (
    <FormDialog
      form={form}
      title={channel ? words.editChannel : words.newChannel}
      action={channel ? save : create}
      onClose={onClose}
    >
      <TextInput label={words.name} data-autofocus {...getInputProps('name')} />
      <Textarea label={words.description} autosize minRows={2} {...getInputProps('description')} />
      <Switch label={words.isDisabled} {...getInputProps('is_disabled', { type: 'checkbox' })} />
    </FormDialog>
  )
}
