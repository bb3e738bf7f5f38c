import { Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { trpc } from '#console/app/api.ts'
import type { Column } from '#console/components/list/column.ts'
import { choiceFilter } from '#console/components/list/filters.ts'
import { ListScreen } from '#console/components/list/list-screen.tsx'
import { PhoneNote } from '#console/components/list/phone-note.tsx'
import { cursorPages, useList } from '#console/components/list/use-list.ts'
import { useRowList } from '#console/components/list/use-row-list.ts'
import { Money } from '#console/components/money.tsx'
import { Page } from '#console/components/page.tsx'
import { PageButton, RowLink } from '#console/components/page-link.tsx'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { Time } from '#console/components/time.tsx'
import type { Translation } from '#console/strings/define-strings.ts'
import { type en, pastOrders } from '#console/strings/past-orders.ts'
import { PastOrderTabs } from './past-order-tabs.tsx'
import { type PastOrder, PastStatus } from './past-status.tsx'

const pastOrdersRoute = getRouteApi('/shell/orders/past')

const STATUSES = ['open', 'completed', 'canceled', 'refunded'] as const

export function PastOrderList() {
  const words = pastOrders.useWords()
  const list = useList(pastOrdersRoute.useSearch())
  const status = STATUSES.filter((one) => list.texts('status')?.includes(one))
  const shown = useRowList(
    list,
    trpc.admin.orders.listPast.infiniteQueryOptions(
      {
        ...list.input,
        limit: 100,
        ...(status.length > 0 ? { status } : {}),
        placed_at: list.dates('placed_at'),
      },
      cursorPages,
    ),
    (page) => page.past_orders,
  )
  const columns = useMemo(() => columnsOf(words), [words])
  return (
    <Page
      title={words.title}
      actions={
        <PageButton to="/products/transfer" search={{ data: 'orders' }}>
          {words.importOrders}
        </PageButton>
      }
    >
      <PastOrderTabs />
      <ListScreen
        name="past-orders"
        {...shown}
        columns={columns}
        nameOf={({ number }) => number}
        page="/orders/past/$id"
        searchHint={words.searchHint}
        filters={[
          choiceFilter(
            'status',
            words.status,
            STATUSES.map((value) => ({ value, label: words[value] })),
          ),
          { kind: 'dates', name: 'placed_at', label: words.placed },
        ]}
        empty={{ title: words.title, hint: words.emptyHint }}
      />
    </Page>
  )
}

const columnsOf = (words: Translation<typeof en>): Column<PastOrder>[] => [
  {
    key: 'number',
    title: words.number,
    sort: 'number',
    width: 'minmax(6rem, 1fr)',
    cell: ({ id, number }) => (
      <RowLink to="/orders/past/$id" params={{ id }} className="number">
        {number}
      </RowLink>
    ),
  },
  {
    key: 'placed',
    title: words.placed,
    sort: 'placed_at',
    width: '11rem',
    cell: ({ placed_at }) => <Time at={placed_at} />,
    isWideOnly: true,
  },
  {
    key: 'customer',
    title: words.customer,
    width: 'minmax(7rem, 1.6fr)',
    cell: ({ buyer_name, email, placed_at }) => (
      <>
        <Text size="sm" truncate>
          {buyer_name ?? email ?? '–'}
        </Text>
        <PhoneNote of="placed">
          <Time at={placed_at} />
        </PhoneNote>
      </>
    ),
  },
  {
    key: 'imported',
    title: words.imported,
    width: '7rem',
    cell: () => <StatusBadge tone="quiet" text={words.imported} />,
    isWideOnly: true,
  },
  {
    key: 'status',
    title: words.status,
    width: 'minmax(7rem, 9rem)',
    cell: (order) => <PastStatus {...order} />,
    isWideOnly: true,
  },
  {
    key: 'total',
    title: words.total,
    sort: 'total',
    width: 'minmax(5.5rem, 8rem)',
    align: 'end',
    cell: ({ total, currency_code }) => <Money amount={total} currency={currency_code} />,
  },
]
