import { Switch, Textarea, TextInput } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { RowDialog } from '#console/components/form/row-dialog.tsx'
import { settings } from '#console/strings/settings.ts'
import type { Channel } from './channel-list.tsx'

interface ChannelDialogProps {
  /** Undefined for a new sales channel. */
  channel?: Channel
  onClose(): void
}

export function ChannelDialog({ channel, onClose }: ChannelDialogProps) {
  const words = settings.useWords()
  return (
    <RowDialog
      router={trpc.admin.salesChannels}
      row={channel}
      title={channel ? words.editChannel : words.newChannel}
      values={{
        name: channel?.name ?? '',
        description: channel?.description ?? '',
        is_disabled: channel?.is_disabled ?? false,
      }}
      toInput={({ description, ...values }) => ({ ...values, description: description || null })}
      onClose={onClose}
    >
      {({ getInputProps }) => (
        <>
          <TextInput label={words.name} data-autofocus {...getInputProps('name')} />
          <Textarea label={words.description} autosize minRows={2} {...getInputProps('description')} />
          <Switch label={words.isDisabled} {...getInputProps('is_disabled', { type: 'checkbox' })} />
        </>
      )}
    </RowDialog>
  )
}
