import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PageLink } from '#console/components/page-link.tsx'
import { Section } from '#console/components/section.tsx'
import { ErrorState, LoadingLines } from '#console/components/states.tsx'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { home } from '#console/strings/home.ts'
import { failedWork } from './home-queries.ts'

const FAILED_PAYMENTS = { to: '/orders', search: { payment_status: 'requires_action' } } as const

/** The page that shows the failures of each kind. */
const PLACES = {
  payments: FAILED_PAYMENTS,
  refunds: FAILED_PAYMENTS,
  jobs: { to: '/activity/jobs' },
  webhook_deliveries: { to: '/settings/webhooks' },
} as const

const KINDS = ['payments', 'refunds', 'jobs', 'webhook_deliveries'] as const

/** Payments, refunds, jobs and deliveries that have failed in the last week. */
export function FailedWork() {
  const words = home.useWords()
  const { data, error } = useQuery(failedWork())
  const failed = KINDS.filter((kind) => (data?.failures[kind] ?? 0) > 0)
  return (
    <Section needs="statistics.failures" title={words.problems}>
      {error && <ErrorState error={error} />}
      {!data && !error && <LoadingLines lines={2} />}
      <Stack gap="xs">
        {failed.map((kind) => (
          <Group key={kind} justify="space-between" wrap="nowrap">
            <PageLink {...PLACES[kind]} size="sm">
              {words[`failed_${kind}`]}
            </PageLink>
            <StatusBadge tone="bad" text={String(data?.failures[kind])} />
          </Group>
        ))}
      </Stack>
      {data && failed.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.noProblems}
        </Text>
      )}
    </Section>
  )
}
