import { getRouteApi } from '@tanstack/react-router'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import type { Column } from '#console/components/list/column.ts'
import { createdColumn } from '#console/components/list/columns.tsx'
import { choiceFilter } from '#console/components/list/filters.ts'
import { ListScreen } from '#console/components/list/list-screen.tsx'
import { cursorPages, useList } from '#console/components/list/use-list.ts'
import { useRowList } from '#console/components/list/use-row-list.ts'
import { Page } from '#console/components/page.tsx'
import { PageButton, PageLink, RowLink } from '#console/components/page-link.tsx'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { TONES } from '#console/components/status-tones.ts'
import { tagsColumn, useTagFilter } from '#console/components/tags/tag-list-parts.tsx'
import { useTagAction } from '#console/components/tags/use-tag-action.tsx'
import type { Translation } from '#console/strings/define-strings.ts'
import { draftOrders, type en } from '#console/strings/draft-orders.ts'
import { navigation } from '#console/strings/navigation.ts'
import { orderStatuses, type en as statusWords } from '#console/strings/order-statuses.ts'
import { tags as tagWords } from '#console/strings/tags.ts'

const draftOrdersRoute = getRouteApi('/shell/draft-orders')

type DraftRow = RouterOutputs['admin']['draftOrders']['list']['draft_orders'][number]

const STATUSES = ['open', 'completed'] as const

export function DraftOrderList() {
  const words = draftOrders.useWords()
  const statuses = orderStatuses.useWords()
  const names = navigation.useWords()
  const list = useList(draftOrdersRoute.useSearch())
  const chosen = STATUSES.filter((status) => list.texts('status')?.includes(status))
  const { tags } = tagWords.useWords()
  const tagFilter = useTagFilter('draft_order', tags)
  const tagAction = useTagAction('draft_order')
  const shown = useRowList(
    list,
    trpc.admin.draftOrders.list.infiniteQueryOptions(
      {
        ...list.input,
        limit: 100,
        expand: 'order,cart',
        status: chosen.length > 0 ? chosen : undefined,
        created_at: list.dates('created_at'),
        tags: list.texts('tags'),
      },
      cursorPages,
    ),
    (page) => page.draft_orders,
  )
  return (
    <Page title={names.draftOrders} actions={<PageButton to="/draft-orders/new">{words.newDraft}</PageButton>}>
      <ListScreen
        name="draft-orders"
        {...shown}
        columns={[...columnsOf(words, statuses), tagsColumn<DraftRow>(tags)]}
        nameOf={({ display_id }) => words.title(display_id)}
        page="/draft-orders/$id"
        searchHint={words.searchHint}
        views={[{ name: statuses.draft_open, search: { status: 'open' } }]}
        filters={[
          choiceFilter(
            'status',
            words.status,
            STATUSES.map((value) => ({ value, label: statuses[`draft_${value}`] })),
          ),
          { kind: 'dates', name: 'created_at', label: words.created },
          tagFilter,
        ]}
        actions={[tagAction]}
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
    cell: ({ status }) => <StatusBadge tone={TONES.draft[status]} text={statuses[`draft_${status}`]} />,
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
  createdColumn(words.created, { sort: 'created_at', width: '11rem' }),
]
