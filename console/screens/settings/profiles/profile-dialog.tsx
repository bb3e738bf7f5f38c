import { Select, TextInput } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { RowDialog } from '#console/components/form/row-dialog.tsx'
import { settings } from '#console/strings/settings.ts'
import type { Profile } from './profile-list.tsx'

interface ProfileDialogProps {
  /** Undefined for a new profile. */
  profile?: Profile
  onClose(): void
}

export function ProfileDialog({ profile, onClose }: ProfileDialogProps) {
  const words = settings.useWords()
  return (
    <RowDialog
      router={trpc.admin.shippingProfiles}
      row={profile}
      title={profile ? words.editProfile : words.newProfile}
      values={{ name: profile?.name ?? '', type: profile?.type ?? ('custom' as const) }}
      toInput={(values) => values}
      onClose={onClose}
    >
      {({ getInputProps }) => (
        <>
          <TextInput label={words.name} data-autofocus {...getInputProps('name')} />
          <Select
            label={words.type}
            data={(['default', 'gift_card', 'custom'] as const).map((type) => ({
              value: type,
              label: words[`type_${type}`],
            }))}
            {...getInputProps('type')}
          />
        </>
      )}
    </RowDialog>
  )
}
