import { Text } from '@mantine/core'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { tasks } from '#console/strings/tasks.ts'
import { operator } from './api.ts'
import { TargetFields } from './target-fields.tsx'
import { useStarted } from './use-started.ts'

/** Starts a copy of the shop for trials. */
export function CopyDialog({ from, onClose }: { from: string; onClose(): void }) {
  const words = tasks.useWords()
  const onSaved = useStarted(onClose)
  const form = useProcedureForm({
    action: operator.tasks.copy.mutationOptions(),
    values: { id: '', hosts: [] as string[], server: null as string | null },
    required: ['id'],
    toInput: ({ server, ...copy }) => ({ ...copy, from, ...(server ? { server } : {}) }),
    draft: from,
    onSaved,
  })
  return (
    <FormDialog form={form} title={words.copyTitle(from)} action={words.start} onClose={onClose}>
      <Text size="sm">{words.copyText}</Text>
      <TargetFields getInputProps={form.fields.getInputProps} />
    </FormDialog>
  )
}
