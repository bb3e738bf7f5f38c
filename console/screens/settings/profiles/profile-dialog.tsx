import { Select, TextInput } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { useRowForm } from '#console/components/form/use-row-form.ts'
import { common } from '#console/strings/common.ts'
import { useStrings } from '#console/strings/define-strings.ts'
import { settings } from '#console/strings/settings.ts'
import type { Profile } from './profile-list.tsx'

interface ProfileDialogProps {
  /** Undefined for a new profile. */
  profile?: Profile
  onClose(): void
}

export function ProfileDialog({ profile, onClose }: ProfileDialogProps) {
  const words = useStrings(settings)
  const { create, save, saved } = useStrings(common)
  const form = useRowForm({
    create: trpc.admin.shippingProfiles.create.mutationOptions(),
    update: trpc.admin.shippingProfiles.update.mutationOptions(),
    id: profile?.id,
    values: { name: profile?.name ?? '', type: profile?.type ?? ('custom' as const) },
    toInput: (values) => values,
    onSaved: endDialog(saved, onClose),
  })
  const { getInputProps } = form.fields
  return (
    <FormDialog
      form={form}
      title={profile ? words.editProfile : words.newProfile}
      action={profile ? save : create}
      onClose={onClose}
    >
      <TextInput label={words.name} data-autofocus {...getInputProps('name')} />
      <Select
        label={words.type}
        data={(['default', 'gift_card', 'custom'] as const).map((type) => ({
          value: type,
          label: words[`type_${type}`],
        }))}
        {...getInputProps('type')}
      />
    </FormDialog>
  )
}
