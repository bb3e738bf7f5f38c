import { getRouteApi } from '@tanstack/react-router'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { ProcedureButton } from '#console/components/action/procedure-button.tsx'
import { spaced } from '#console/components/action-names.ts'
import { DownloadButton } from '#console/components/batch-job/download-button.tsx'
import { createdColumn } from '#console/components/list/columns.tsx'
import { ListScreen } from '#console/components/list/list-screen.tsx'
import { cursorPages, useList } from '#console/components/list/use-list.ts'
import { useRowList } from '#console/components/list/use-row-list.ts'
import { Page } from '#console/components/page.tsx'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { TONES } from '#console/components/status-tones.ts'
import { activity } from '#console/strings/activity.ts'
import { batchErrors } from '#console/strings/batch-errors.ts'
import { ActivityTabs } from './activity-tabs.tsx'

const batchJobsRoute = getRouteApi('/shell/activity/batch-jobs')

type BatchJob = RouterOutputs['admin']['batchJobs']['list']['batch_jobs'][number]

type JobPage = RouterOutputs['admin']['batchJobs']['list']

const POLL_INTERVAL = 5000
const ENDED: readonly BatchJob['status'][] = ['completed', 'canceled', 'failed']

/** A checked job waits for a person. */
const isAnyRunning = ({ batch_jobs }: JobPage) =>
  batch_jobs.some(({ status, dry_run }) => !ENDED.includes(status) && !(dry_run && status === 'pre_processed'))

export function BatchJobList() {
  const words = activity.useWords()
  const { batchErrorText } = batchErrors.useWords()
  const list = useList(batchJobsRoute.useSearch())
  const shown = useRowList(
    list,
    {
      ...trpc.admin.batchJobs.list.infiniteQueryOptions({ limit: 100, created_at: list.dates('period') }, cursorPages),
      refetchInterval: ({ state }) => (state.data?.pages.some(isAnyRunning) ? POLL_INTERVAL : false),
    },
    (page) => page.batch_jobs,
  )
  return (
    <Page title={words.batchJobs}>
      <ActivityTabs />
      <ListScreen
        name="batch-jobs"
        {...shown}
        nameOf={({ type }) => spaced(type)}
        filters={[{ kind: 'dates', name: 'period', label: words.period }]}
        empty={{ title: words.batchJobs, hint: words.batchEmpty }}
        buttons={{ width: 'clamp(7rem, 30vw, 14rem)', of: (job) => <BatchJobButtons job={job} /> }}
        columns={[
          { key: 'type', title: words.type, cell: ({ type }) => spaced(type) },
          {
            key: 'status',
            title: words.status,
            width: '11rem',
            cell: ({ status }) => <StatusBadge tone={TONES.batch[status]} text={words[`batch_${status}`]} />,
          },
          {
            key: 'progress',
            title: words.progress,
            width: '7rem',
            isWideOnly: true,
            cell: ({ result }) =>
              result?.count === undefined ? '–' : `${result.advancement_count ?? 0} / ${result.count}`,
          },
          {
            key: 'error',
            title: words.error,
            isWideOnly: true,
            cell: ({ result }) => (result?.errors?.[0] ? batchErrorText(result.errors[0]) : '–'),
          },
          createdColumn(words.time),
        ]}
      />
    </Page>
  )
}

function BatchJobButtons({ job: { id, type, status, result } }: { job: BatchJob }) {
  const words = activity.useWords()
  return (
    <>
      {status === 'completed' && result?.file_key && (
        <DownloadButton size="xs" variant="default" fileKey={result.file_key} label={words.downloadOf(spaced(type))} />
      )}
      {status === 'pre_processed' && (
        <ProcedureButton
          procedure={trpc.admin.batchJobs.confirm}
          input={{ id }}
          text={words.confirmJob}
          label={words.confirmJobOf(spaced(type))}
          done={words.confirmed}
        />
      )}
      {!ENDED.includes(status) && (
        <ProcedureButton
          procedure={trpc.admin.batchJobs.cancel}
          input={{ id }}
          text={words.cancelJob}
          label={words.cancelJobOf(spaced(type))}
          question={{ title: words.cancelTitle, text: words.cancelText }}
          isDangerous
          done={words.canceled}
        />
      )}
    </>
  )
}
