import { Button, Group } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { ProcedureButton } from '#console/components/action/procedure-button.tsx'
import { spaced } from '#console/components/action-names.ts'
import { Page } from '#console/components/page.tsx'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { TONES } from '#console/components/status-tones.ts'
import { TableSection } from '#console/components/table-section.tsx'
import { Time } from '#console/components/time.tsx'
import { activity } from '#console/strings/activity.ts'
import { ActivityTabs } from './activity-tabs.tsx'

const PAGE = 50

/** The background jobs of the shop. A failed or waiting job can run at once. */
export function JobList() {
  const words = activity.useWords()
  const [offset, setOffset] = useState(0)
  const { data, error } = useQuery({
    ...trpc.admin.jobs.list.queryOptions({ limit: PAGE, offset }),
    placeholderData: keepPreviousData,
    refetchInterval: 5000,
  })
  return (
    <Page title={words.jobs}>
      <ActivityTabs />
      <TableSection
        title={words.jobs}
        error={error}
        rows={data?.jobs}
        empty={words.noJobs}
        buttons={({ id, name, status }) =>
          status !== 'running' && (
            <ProcedureButton
              procedure={trpc.admin.jobs.retry}
              input={{ id }}
              text={words.runNow}
              label={words.runNowOf(spaced(name))}
              done={words.queued}
            />
          )
        }
        columns={[
          { key: 'job', title: words.job, cell: ({ name }) => spaced(name) },
          {
            key: 'status',
            title: words.status,
            cell: ({ status }) => <StatusBadge tone={TONES.job[status]} text={words[`job_${status}`]} />,
          },
          {
            key: 'attempts',
            title: words.attempts,
            isWideOnly: true,
            cell: ({ attempts, max_attempts }) => words.attemptsOf(attempts, max_attempts),
          },
          { key: 'run', title: words.nextRun, isWideOnly: true, cell: ({ run_at }) => <Time at={run_at} /> },
          { key: 'error', title: words.error, isWideOnly: true, cell: ({ last_error }) => last_error ?? '–' },
        ]}
      />
      {data && data.count > PAGE && (
        <Group justify="flex-end" mt="md" gap="xs">
          <Button variant="default" disabled={offset === 0} onClick={() => setOffset(offset - PAGE)}>
            {words.previous}
          </Button>
          <Button variant="default" disabled={offset + PAGE >= data.count} onClick={() => setOffset(offset + PAGE)}>
            {words.next}
          </Button>
        </Group>
      )}
    </Page>
  )
}
