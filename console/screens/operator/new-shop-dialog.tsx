import { TextInput } from '@mantine/core'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { NamesInput } from '#console/components/form/names-input.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { common } from '#console/strings/common.ts'
import { operators } from '#console/strings/operators.ts'
import { operator } from './api.ts'
import { useGeneratedPassword } from './use-generated-password.tsx'

/** Creates a shop, and shows the password of its first administrator once. */
export function NewShopDialog({ onClose }: { onClose(): void }) {
  const words = operators.useWords()
  const { create } = common.useWords()
  const { onSaved, dialog } = useGeneratedPassword({ onClose })
  const form = useProcedureForm({
    action: operator.shops.create.mutationOptions(),
    values: { id: '', name: '', hosts: [] as string[], email: '' },
    required: ['id', 'email'],
    toInput: ({ name, ...shop }) => ({ ...shop, ...(name ? { name } : {}) }),
    onSaved,
  })
  if (dialog) return dialog
  return (
    <FormDialog form={form} title={words.newShop} action={create} onClose={onClose}>
      <TextInput
        label={words.id}
        description={words.idHint}
        required
        data-autofocus
        {...form.fields.getInputProps('id')}
      />
      <TextInput label={words.name} {...form.fields.getInputProps('name')} />
      <NamesInput label={words.hosts} description={words.hostsHint} {...form.fields.getInputProps('hosts')} />
      <TextInput label={words.firstEmail} type="email" required {...form.fields.getInputProps('email')} />
    </FormDialog>
  )
}
