import { FileInput, PasswordInput, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { useErrorText } from '#console/components/states.tsx'
import { tasks } from '#console/strings/tasks.ts'
import { operator } from './api.ts'
import { TargetFields } from './target-fields.tsx'
import { uploadShop } from './upload-shop.ts'
import { useStarted } from './use-started.ts'

/** Uploads the file of a shop, and starts its import. */
export function ImportDialog({ onClose }: { onClose(): void }) {
  const words = tasks.useWords()
  const textOf = useErrorText()
  const onSaved = useStarted(onClose)
  const form = useProcedureForm({
    action: operator.tasks.import.mutationOptions(),
    values: { upload: '', id: '', hosts: [] as string[], server: null as string | null, passphrase: '' },
    required: ['upload', 'id'],
    toInput: ({ server, passphrase, ...shop }) => ({
      ...shop,
      ...(server ? { server } : {}),
      ...(passphrase ? { passphrase } : {}),
    }),
    onSaved,
  })
  const { getInputProps, setFieldValue } = form.fields
  const { data: limit } = useQuery(operator.tasks.uploadLimit.queryOptions())
  const upload = useMutation({
    ...shownInPlace,
    mutationFn: (file: File) => uploadShop(file, limit?.bytes ?? Number.POSITIVE_INFINITY),
    onMutate: () => setFieldValue('upload', ''),
    onSuccess: (id) => setFieldValue('upload', id),
  })
  const { error: missing } = getInputProps('upload') as { error?: string }
  const isUploaded = form.fields.getValues().upload !== ''
  return (
    <FormDialog form={form} title={words.importShop} action={words.start} onClose={onClose}>
      <Text size="sm">{words.importText}</Text>
      <FileInput
        label={words.file}
        placeholder={words.chooseFile}
        description={upload.isPending ? words.uploading : isUploaded ? words.uploaded : words.fileHint}
        accept=".shop"
        required
        disabled={upload.isPending}
        error={upload.error ? textOf(upload.error) : missing}
        onChange={(file) => file && upload.mutate(file)}
      />
      <TargetFields getInputProps={getInputProps} />
      <PasswordInput
        label={words.passphrase}
        description={words.importPassphraseHint}
        autoComplete="off"
        {...getInputProps('passphrase')}
      />
    </FormDialog>
  )
}
