import { PasswordInput, Text } from '@mantine/core'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { tasks } from '#console/strings/tasks.ts'
import { operator } from './api.ts'
import { useStarted } from './use-started.ts'

/** Starts to write the shop into one file. */
export function ExportDialog({ id, onClose }: { id: string; onClose(): void }) {
  const words = tasks.useWords()
  const onSaved = useStarted(onClose)
  const form = useProcedureForm({
    action: operator.tasks.export.mutationOptions(),
    values: { passphrase: '' },
    toInput: ({ passphrase }) => ({ id, ...(passphrase ? { passphrase } : {}) }),
    draft: id,
    onSaved,
  })
  return (
    <FormDialog form={form} title={words.exportTitle(id)} action={words.start} onClose={onClose}>
      <Text size="sm">{words.exportText}</Text>
      <PasswordInput
        label={words.passphrase}
        description={words.passphraseHint}
        autoComplete="new-password"
        data-autofocus
        {...form.fields.getInputProps('passphrase')}
      />
    </FormDialog>
  )
}
