import { Group, Stack, Text } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { RouterOutputs } from '#client/index.ts'
import type { ListSearch } from '#console/app/list-search.ts'
import { useMay } from '#console/app/permissions.ts'
import { PageLink } from '#console/components/page-link.tsx'
import { Section } from '#console/components/section.tsx'
import { ErrorState, LoadingLines } from '#console/components/states.tsx'
import { home } from '#console/strings/home.ts'
import { orders as orderWords } from '#console/strings/orders.ts'
import { openDrafts, waitingOrders } from './home-queries.ts'

type Reason = RouterOutputs['admin']['statistics']['attention']['attention'][number]

const OLDEST = 3
/** WCAG 2.2 requires that links below each other are 24 pixels high. */
const TARGET = { display: 'inline-block', lh: '24px', miw: 24 } as const

const SEARCHES: Partial<Record<Reason['reason'], ListSearch>> = {
  to_fulfill: {
    payment_status: 'captured',
    fulfillment_status: ['not_fulfilled', 'partially_fulfilled'],
    status: 'pending',
  },
  to_capture: { payment_status: 'awaiting', status: 'pending' },
  to_ship: { fulfillment_status: ['fulfilled', 'partially_shipped'], status: 'pending' },
  payment_action: { payment_status: 'requires_action' },
  fulfillment_action: { fulfillment_status: 'requires_action' },
}

/** How many orders wait for an administrator, with the oldest ones and a link to each list. */
export function Attention() {
  const words = home.useWords()
  const seesDrafts = useMay()('draftOrders.list')
  const queries = useQueries({ queries: [waitingOrders(), { ...openDrafts(), enabled: seesDrafts }] })
  const [attention, draft] = queries
  const failed = [attention, ...(seesDrafts ? [draft] : [])].find(({ error }) => error)
  const isLoading = queries.some(({ isLoading: isMissing }) => isMissing)
  const reasons = attention.data?.attention.filter(({ count }) => count > 0) ?? []
  const drafts = draft.data?.count ?? 0
  return (
    <Section needs="statistics.attention" title={words.attention}>
      {failed && <ErrorState error={failed.error} />}
      {isLoading && <LoadingLines lines={3} />}
      <Stack gap="xs">
        {reasons.map((reason) => (
          <WaitingOrders key={reason.reason} reason={reason} />
        ))}
        {drafts > 0 && (
          <Row count={drafts}>
            <PageLink to="/draft-orders" search={{ status: 'open' }} size="sm">
              {words.openDrafts}
            </PageLink>
          </Row>
        )}
        {!isLoading && !failed && reasons.length + drafts === 0 && (
          <Text size="sm" c="dimmed">
            {words.allDone}
          </Text>
        )}
      </Stack>
    </Section>
  )
}

function WaitingOrders({ reason: { reason, count, orders } }: { reason: Reason }) {
  const words = home.useWords()
  const { title } = orderWords.useWords()
  const search = SEARCHES[reason]
  const text = words[`reason_${reason}`]
  return (
    <div>
      <Row count={count}>
        {search ? (
          <PageLink to="/orders" search={search} size="sm" {...TARGET}>
            {text}
          </PageLink>
        ) : (
          <Text size="sm">{text}</Text>
        )}
      </Row>
      <Group gap="xs">
        {orders.length > 0 && (
          <Text size="xs" c="var(--quiet)">
            {words.oldest}
          </Text>
        )}
        {orders.slice(0, OLDEST).map(({ id, display_id }) => (
          <PageLink
            key={id}
            to="/orders/$id"
            params={{ id }}
            size="xs"
            display="inline-block"
            lh="24px"
            miw={24}
            className="number"
          >
            {title(display_id)}
          </PageLink>
        ))}
      </Group>
    </div>
  )
}

function Row({ count, children }: { count: number; children: ReactNode }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      {children}
      <Text size="sm" fw={600} className="number">
        {count}
      </Text>
    </Group>
  )
}
