import { Alert, Button, Group, Stack } from '@mantine/core'
import { ErrorState } from '#console/components/states.tsx'
import { batchErrors } from '#console/strings/batch-errors.ts'
import { batchJobs } from '#console/strings/batch-jobs.ts'
import { DownloadButton } from './download-button.tsx'
import { exportedLines } from './exported-lines.ts'
import { JobProgress } from './job-progress.tsx'
import { useBatchJob } from './use-batch-job.ts'

interface CsvExportProps {
  /** The type of the batch job, such as `product-export`. */
  type: string
  /** The filters of the list, which the batch job accepts under the same names. */
  filters?: Record<string, unknown>
  /** Further values of its context, such as `{ template: true }`. */
  context?: Record<string, unknown>
  /** The text of the button that starts. Default: Export. */
  startText?: string
  /** Whether the page has a more important button. */
  isQuiet?: boolean
}

/** Exports rows to a CSV file, with its progress and a download. */
export function CsvExport({ type, filters = {}, context = {}, startText, isQuiet = false }: CsvExportProps) {
  const words = batchJobs.useWords()
  const { batchErrorText } = batchErrors.useWords()
  const batch = useBatchJob()
  const { job } = batch
  const fileKey = job?.result?.file_key
  if (batch.error) return <ErrorState error={batch.error} retry={batch.reset} />
  if (job?.status === 'failed')
    return (
      <Alert color="red" title={words.exportFailed}>
        {job.result?.errors?.map(batchErrorText).join(' ')}
      </Alert>
    )
  if (job && job.status !== 'completed') return <JobProgress job={job} text={words.exporting} />
  return (
    <Stack gap="sm" align="flex-start">
      {job && (
        <Alert color="teal" role="status">
          {words.exportDone(exportedLines(job))}
        </Alert>
      )}
      <Group>
        {fileKey && <DownloadButton fileKey={fileKey} />}
        <Button
          variant={fileKey || isQuiet ? 'default' : 'filled'}
          loading={batch.isStarting}
          onClick={() =>
            batch.start({
              type,
              context: { ...context, filterable_fields: filters, byte_order_mark: true },
              dry_run: false,
            })
          }
        >
          {startText ?? words.startExport}
        </Button>
      </Group>
    </Stack>
  )
}
