import { Group, Stack, Text } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { PageLink } from '#console/components/page-link.tsx'
import { Section } from '#console/components/section.tsx'
import { ErrorState } from '#console/components/states.tsx'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { Time } from '#console/components/time.tsx'
import { useStrings } from '#console/strings/define-strings.ts'
import { home } from '#console/strings/home.ts'
import { startOfDay } from './day.ts'

/** Imports, exports and webhooks that have failed in the last week. */
export function FailedWork() {
  const words = useStrings(home)
  const [since] = useState(() => startOfDay(7))
  const { data: session } = useQuery(trpc.admin.auth.current.queryOptions())
  const managesWebhooks = session?.user.role === 'admin'
  const jobs = useQuery(
    trpc.admin.batchJobs.list.queryOptions({ failed_at: { gte: since }, limit: 5, order: '-created_at' }),
  )
  const webhooks = useQuery({ ...trpc.admin.webhooks.list.queryOptions({ limit: 50 }), enabled: managesWebhooks })
  const deliveries = useQueries({
    queries: (webhooks.data?.webhooks ?? []).map(({ id }) =>
      trpc.admin.webhooks.listDeliveries.queryOptions({ id, status: ['failed'], limit: 1 }),
    ),
  })
  const failing = (webhooks.data?.webhooks ?? []).flatMap(({ id, url }, index) => {
    const count = deliveries[index]?.data?.count ?? 0
    return count > 0 ? [{ id, url, count }] : []
  })
  const failedJobs = jobs.data?.batch_jobs ?? []
  const error = jobs.error ?? webhooks.error
  return (
    <Section title={words.problems}>
      {error && <ErrorState error={error} />}
      <Stack gap="xs">
        {failedJobs.map(({ id, type, failed_at }) => (
          <div key={id}>
            <PageLink to="/activity" size="sm">
              {words.failedJob(type)}
            </PageLink>
            <Text size="xs" c="dimmed" component="div">
              {failed_at && <Time at={failed_at} />}
            </Text>
          </div>
        ))}
        {failing.map(({ id, url, count }) => (
          <Group key={id} justify="space-between" wrap="nowrap">
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {words.failedDeliveries(url)}
            </Text>
            <StatusBadge tone="bad" text={String(count)} />
          </Group>
        ))}
      </Stack>
      {failedJobs.length === 0 && failing.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.noProblems}
        </Text>
      )}
    </Section>
  )
}
