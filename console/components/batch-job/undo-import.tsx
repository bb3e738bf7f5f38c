import { Alert, Button, Group, Stack } from '@mantine/core'
import { queryClient } from '#console/app/api.ts'
import { ErrorState } from '#console/components/states.tsx'
import { batchErrors } from '#console/strings/batch-errors.ts'
import { batchJobs } from '#console/strings/batch-jobs.ts'
import { common } from '#console/strings/common.ts'
import { ImportNotices, ImportReport } from './import-report.tsx'
import { JobProgress } from './job-progress.tsx'
import { type Job, useBatchJob } from './use-batch-job.ts'

interface UndoImportProps {
  jobId: string
  /** The type of the batch job that undoes the import. */
  type: string
}

/** Undoes an import: shows what would be deleted first. */
export function UndoImport({ jobId, type }: UndoImportProps) {
  const words = batchJobs.useWords()
  const { cancel } = common.useWords()
  const { batchErrorText } = batchErrors.useWords()
  const batch = useBatchJob(() => void queryClient.invalidateQueries())
  const { job } = batch
  if (batch.error) return <ErrorState error={batch.error} retry={batch.reset} />
  switch (job?.status) {
    case undefined:
    case 'canceled':
      return (
        <Stack gap="md">
          {job?.processing_at && <Undone job={job} />}
          <Button
            variant="default"
            style={{ alignSelf: 'flex-start' }}
            loading={batch.isStarting}
            onClick={() => batch.start({ type, context: { batch_job_id: jobId }, dry_run: true })}
          >
            {words.undoImport}
          </Button>
        </Stack>
      )
    case 'created':
    case 'confirmed':
    case 'processing':
      return (
        <Stack gap="md">
          <JobProgress job={job} text={words.undoing} />
          <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={batch.cancel}>
            {cancel}
          </Button>
        </Stack>
      )
    case 'pre_processed':
      return (
        <Stack gap="md">
          <ImportReport job={job} />
          <Group>
            <Button color="red" onClick={batch.confirm}>
              {words.confirmUndo}
            </Button>
            <Button variant="default" onClick={batch.cancel}>
              {cancel}
            </Button>
          </Group>
        </Stack>
      )
    case 'completed':
      return (
        <Stack gap="md">
          <Undone job={job} />
          <ImportNotices notices={job.result?.notices ?? []} />
        </Stack>
      )
    case 'failed':
      return (
        <Alert color="red" role="alert">
          {job.result?.errors?.map(batchErrorText).join(' ')}
        </Alert>
      )
  }
}

/** The part of the import that is undone, also after a cancellation. */
function Undone({ job }: { job: Job }) {
  const words = batchJobs.useWords()
  return (
    <Alert color="teal" role="status">
      {words.undone(job.result?.advancement_count ?? 0)}
    </Alert>
  )
}
