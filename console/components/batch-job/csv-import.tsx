import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { formOfFiles } from '#console/app/form-of-files.ts'
import { ErrorState, useErrorText } from '#console/components/states.tsx'
import { batchJobs } from '#console/strings/batch-jobs.ts'
import { common } from '#console/strings/common.ts'
import { useStrings } from '#console/strings/define-strings.ts'
import { FileDrop } from '../file-drop.tsx'
import { ImportErrors } from './import-errors.tsx'
import { ImportReport } from './import-report.tsx'
import { JobProgress } from './job-progress.tsx'
import { useBatchJob } from './use-batch-job.ts'

interface CsvImportProps {
  /** The type of the batch job, such as `product-import`. */
  type: string
  /** Further values of its context, such as `{ price_list_id }`. */
  context?: Record<string, unknown>
  /** The text of the button that confirms. Default: Import. */
  confirmText?: string
  onImported(): void
}

/** Checks a CSV file, shows the changes, and imports it after a confirmation. */
export function CsvImport({ type, context = {}, confirmText, onImported }: CsvImportProps) {
  const words = useStrings(batchJobs)
  const { cancel } = useStrings(common)
  const textOf = useErrorText()
  const batch = useBatchJob(onImported)
  const upload = useMutation(
    trpc.admin.uploads.createProtected.mutationOptions({
      onSuccess: ({ uploads: [stored] }) =>
        batch.start({ type, context: { ...context, fileKey: stored?.key }, dry_run: true }),
    }),
  )
  const { job } = batch
  const restart = (
    <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={batch.reset}>
      {words.anotherFile}
    </Button>
  )
  const cancelButton = (
    <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={batch.cancel}>
      {cancel}
    </Button>
  )
  if (batch.error) return <ErrorState error={batch.error} retry={batch.reset} />
  if (upload.isPending || batch.isStarting) return <JobProgress job={undefined} text={words.checking} />
  switch (job?.status) {
    case undefined:
      return (
        <Stack gap="sm">
          {upload.error && <Alert color="red">{textOf(upload.error)}</Alert>}
          <FileDrop
            text={words.dropCsv}
            hint={words.csvHint}
            accept={['text/csv']}
            multiple={false}
            onDrop={(files) => upload.mutate(formOfFiles(files))}
          />
        </Stack>
      )
    case 'created':
      return (
        <Stack gap="md">
          <JobProgress job={job} text={words.checking} />
          {cancelButton}
        </Stack>
      )
    case 'pre_processed':
      return (
        <Stack gap="md">
          <ImportReport job={job} />
          <Group>
            <Button onClick={batch.confirm}>{confirmText ?? words.confirmImport}</Button>
            {cancelButton}
          </Group>
        </Stack>
      )
    case 'confirmed':
    case 'processing':
      return (
        <Stack gap="md">
          <JobProgress job={job} text={words.importing} />
          {cancelButton}
        </Stack>
      )
    case 'completed':
      return (
        <Stack gap="md">
          <Alert color="teal" role="status">
            {words.imported(job.result?.count ?? 0)}
          </Alert>
          {job.result?.ignored_quantities !== undefined && job.result.ignored_quantities > 0 && (
            <Text size="sm">{words.ignoredQuantities(job.result.ignored_quantities)}</Text>
          )}
          {restart}
        </Stack>
      )
    case 'failed':
      return (
        <Stack gap="md">
          <ImportErrors errors={job.result?.errors ?? []} />
          {restart}
        </Stack>
      )
    case 'canceled':
      return (
        <Stack gap="md">
          <Alert color="gray">{words.canceled}</Alert>
          {restart}
        </Stack>
      )
  }
}
