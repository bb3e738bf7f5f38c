import { Group, Stack, Text } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { PageLink } from '#console/components/page-link.tsx'
import { Section } from '#console/components/section.tsx'
import { ErrorState, LoadingLines } from '#console/components/states.tsx'
import { useStrings } from '#console/strings/define-strings.ts'
import { home } from '#console/strings/home.ts'

const COUNT = { limit: 1, expand: '', fields: 'id' } as const

/** How many orders wait for an administrator, with a link to each list. */
export function Attention() {
  const words = useStrings(home)
  const { orders, draftOrders } = trpc.admin
  const [capture, fulfill, ship, action, payment, draft] = useQueries({
    queries: [
      orders.list.queryOptions({ ...COUNT, payment_status: ['awaiting'], status: ['pending'] }),
      orders.list.queryOptions({
        ...COUNT,
        fulfillment_status: ['not_fulfilled', 'partially_fulfilled'],
        status: ['pending'],
      }),
      orders.list.queryOptions({ ...COUNT, fulfillment_status: ['fulfilled', 'partially_shipped'] }),
      orders.list.queryOptions({ ...COUNT, status: ['requires_action'] }),
      orders.list.queryOptions({ ...COUNT, payment_status: ['requires_action'] }),
      draftOrders.list.queryOptions({ ...COUNT, status: ['open'] }),
    ],
  })
  const rows = [
    { query: action, text: words.needsAction, search: { status: 'requires_action' } },
    { query: payment, text: words.failedPayments, search: { payment_status: 'requires_action' } },
    { query: capture, text: words.toCapture, search: { payment_status: 'awaiting', status: 'pending' } },
    {
      query: fulfill,
      text: words.toFulfill,
      search: { fulfillment_status: ['not_fulfilled', 'partially_fulfilled'], status: 'pending' },
    },
    { query: ship, text: words.toShip, search: { fulfillment_status: ['fulfilled', 'partially_shipped'] } },
  ]
  const failed = [...rows.map(({ query }) => query), draft].find(({ error }) => error)
  const isLoading = [...rows.map(({ query }) => query), draft].some(({ data, error }) => !data && !error)
  const open = rows.filter(({ query }) => (query.data?.count ?? 0) > 0)
  const drafts = draft.data?.count ?? 0
  return (
    <Section title={words.attention}>
      {failed && <ErrorState error={failed.error} />}
      {isLoading && <LoadingLines lines={3} />}
      <Stack gap="xs">
        {open.map(({ query, text, search }) => (
          <Group key={text} justify="space-between" wrap="nowrap">
            <PageLink to="/orders" search={search} size="sm">
              {text}
            </PageLink>
            <Count value={query.data?.count ?? 0} />
          </Group>
        ))}
        {drafts > 0 && (
          <Group justify="space-between" wrap="nowrap">
            <PageLink to="/draft-orders" search={{ status: 'open' }} size="sm">
              {words.openDrafts}
            </PageLink>
            <Count value={drafts} />
          </Group>
        )}
        {!isLoading && !failed && open.length === 0 && drafts === 0 && (
          <Text size="sm" c="dimmed">
            {words.allDone}
          </Text>
        )}
      </Stack>
    </Section>
  )
}

function Count({ value }: { value: number }) {
  return (
    <Text size="sm" fw={600} className="number">
      {value}
    </Text>
  )
}
