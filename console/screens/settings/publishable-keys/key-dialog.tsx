import { TextInput } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { RowDialog } from '#console/components/form/row-dialog.tsx'
import { access } from '#console/strings/access.ts'
import type { PublishableKey } from './key-list.tsx'

interface KeyDialogProps {
  /** Undefined for a new key. */
  publishableKey?: PublishableKey
  onClose(): void
}

export function KeyDialog({ publishableKey, onClose }: KeyDialogProps) {
  const words = access.useWords()
  return (
    <RowDialog
      router={trpc.admin.publishableApiKeys}
      row={publishableKey}
      title={publishableKey ? words.editKey : words.newKey}
      values={{ title: publishableKey?.title ?? '' }}
      toInput={(values) => values}
      onClose={onClose}
    >
      {({ getInputProps }) => <TextInput label={words.title} data-autofocus {...getInputProps('title')} />}
    </RowDialog>
  )
}
