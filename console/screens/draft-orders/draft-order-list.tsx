import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import type { Column } from '#console/components/list/column.ts'
import { ListScreen } from '#console/components/list/list-screen.tsx'
import { cursorPages, useList } from '#console/components/list/use-list.ts'
import { usePageRows } from '#console/components/list/use-page-rows.ts'
import { Page } from '#console/components/page.tsx'
import { PageButton, PageLink, RowLink } from '#console/components/page-link.tsx'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { Time } from '#console/components/time.tsx'
import { type Translation, useStrings } from '#console/strings/define-strings.ts'
import { draftOrders, type en } from '#console/strings/draft-orders.ts'
import { navigation } from '#console/strings/navigation.ts'
import { orderStatuses, type en as statusWords } from '#console/strings/order-statuses.ts'

const draftOrdersRoute = getRouteApi('/shell/draft-orders')

type DraftRow = RouterOutputs['admin']['draftOrders']['list']['draft_orders'][number]

const STATUSES = ['open', 'completed'] as const

export function DraftOrderList() {
  const words = useStrings(draftOrders)
  const statuses = useStrings(orderStatuses)
  const names = useStrings(navigation)
  const navigate = draftOrdersRoute.useNavigate()
  const list = useList(draftOrdersRoute.useSearch())
  const chosen = STATUSES.filter((status) => list.texts('status')?.includes(status))
  const pages = useInfiniteQuery(
    trpc.admin.draftOrders.list.infiniteQueryOptions(
      {
        ...list.input,
        limit: 100,
        expand: 'order,cart',
        status: chosen.length > 0 ? chosen : undefined,
        created_at: list.dates('created_at'),
      },
      cursorPages,
    ),
  )
  const rows = usePageRows(pages.data, (page) => page.draft_orders)
  return (
    <Page title={names.draftOrders} actions={<PageButton to="/draft-orders/new">{words.newDraft}</PageButton>}>
      <ListScreen
        name="draft-orders"
        list={list}
        pages={pages}
        rows={rows}
        columns={columnsOf(words, statuses)}
        nameOf={({ display_id }) => words.title(display_id)}
        onOpen={({ id }) => void navigate({ to: '/draft-orders/$id', params: { id } })}
        searchHint={words.searchHint}
        views={[{ name: statuses.draft_open, search: { status: 'open' } }]}
        filters={[
          {
            kind: 'choice',
            name: 'status',
            label: words.status,
            options: STATUSES.map((value) => ({ value, label: statuses[`draft_${value}`] })),
          },
          { kind: 'dates', name: 'created_at', label: words.created },
        ]}
        empty={{ title: names.draftOrders, hint: words.emptyHint }}
      />
    </Page>
  )
}

const columnsOf = (words: Translation<typeof en>, statuses: Translation<typeof statusWords>): Column<DraftRow>[] => [
  {
    key: 'number',
    title: words.number,
    width: 'clamp(5.5rem, 24vw, 9rem)',
    cell: ({ id, display_id }) => (
      <RowLink to="/draft-orders/$id" params={{ id }} className="number">
        {words.title(display_id)}
      </RowLink>
    ),
  },
  { key: 'email', title: words.email, width: 'minmax(7rem, 1fr)', cell: ({ cart }) => cart?.email ?? '–' },
  {
    key: 'status',
    title: words.status,
    width: 'clamp(6rem, 25vw, 9rem)',
    cell: ({ status }) => <StatusBadge tone={status === 'open' ? 'busy' : 'good'} text={statuses[`draft_${status}`]} />,
  },
  {
    key: 'order',
    title: words.order,
    width: '9rem',
    cell: ({ order }) =>
      order && (
        <PageLink to="/orders/$id" params={{ id: order.id }}>
          {words.orderNumber(order.display_id)}
        </PageLink>
      ),
    isWideOnly: true,
  },
  {
    key: 'created',
    title: words.created,
    sort: 'created_at',
    width: '11rem',
    cell: ({ created_at }) => <Time at={created_at} />,
    isWideOnly: true,
  },
]
