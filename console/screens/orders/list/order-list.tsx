import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useMemo } from 'react'
import { trpc } from '#console/app/api.ts'
import { lazyPart, useHadInput } from '#console/app/lazy-parts.ts'
import { choiceFilter } from '#console/components/list/filters.ts'
import { ListScreen } from '#console/components/list/list-screen.tsx'
import { cursorPages, useList } from '#console/components/list/use-list.ts'
import { useListColumns } from '#console/components/list/use-list-columns.ts'
import { useRowList } from '#console/components/list/use-row-list.ts'
import { Page } from '#console/components/page.tsx'
import { PageButton } from '#console/components/page-link.tsx'
import { useListFields } from '#console/components/plugin-fields/use-list-fields.tsx'
import { tagsColumn, useTagFilter } from '#console/components/tags/tag-list-parts.tsx'
import { useTagAction } from '#console/components/tags/use-tag-action.tsx'
import { navigation } from '#console/strings/navigation.ts'
import { orderStatuses } from '#console/strings/order-statuses.ts'
import { orders } from '#console/strings/orders.ts'
import { tags as tagWords } from '#console/strings/tags.ts'
import { FoundPastOrders } from '../past/found-past-orders.tsx'
import { ORDER_ROW, type OrderRow, orderColumns } from './order-columns.tsx'
import { FULFILLMENT_STATUSES, ORDER_STATUSES, PAYMENT_STATUSES, pickStatuses } from './order-filters.ts'
import { useBulkActions } from './use-bulk-actions.tsx'
import { useDiscountFilter } from './use-discount-filter.ts'

const ordersRoute = getRouteApi('/shell/orders')

const ExportOrders = lazyPart(async () => (await import('./export-orders.tsx')).ExportOrders)

const SMALL_LIST = { limit: 200, expand: '', fields: 'id,name' } as const

export function OrderList() {
  const words = orders.useWords()
  const statuses = orderStatuses.useWords()
  const names = navigation.useWords()
  const list = useList(ordersRoute.useSearch())
  const own = useListFields('order', list)
  const { tags } = tagWords.useWords()
  const tagFilter = useTagFilter('order', tags)
  const columns = useMemo(
    () => [...orderColumns(words), tagsColumn<OrderRow>(tags), ...own.columns],
    [words, tags, own.columns],
  )
  const { shown: shownColumns } = useListColumns('orders', columns)
  const filters = {
    ...own.input,
    status: pickStatuses(ORDER_STATUSES, list.texts('status')),
    payment_status: pickStatuses(PAYMENT_STATUSES, list.texts('payment_status')),
    fulfillment_status: pickStatuses(FULFILLMENT_STATUSES, list.texts('fulfillment_status')),
    sales_channel_id: list.texts('sales_channel_id'),
    region_id: list.texts('region_id'),
    created_at: list.dates('created_at'),
    tags: list.texts('tags'),
    discount_id: list.texts('discount_id'),
  }
  const shown = useRowList(
    list,
    trpc.admin.orders.list.infiniteQueryOptions(
      {
        ...list.input,
        ...filters,
        ...ORDER_ROW,
        fields: [ORDER_ROW.fields, ...own.columnsOf(shownColumns)].join(),
        limit: 50,
      },
      cursorPages,
    ),
    (page) => page.orders,
  )
  const enabled = useHadInput()
  const { data: channels } = useQuery({ ...trpc.admin.salesChannels.list.queryOptions(SMALL_LIST), enabled })
  const { data: regions } = useQuery({ ...trpc.admin.regions.list.queryOptions(SMALL_LIST), enabled })
  const discounts = useDiscountFilter(filters.discount_id)
  const actions = [...useBulkActions(), useTagAction('order')]
  const optionOf = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name })
  return (
    <Page
      title={names.orders}
      actions={
        <>
          <Button variant="default" onClick={() => list.change({ export: 'true' })}>
            {words.exportOrders}
          </Button>
          <PageButton to="/draft-orders">{words.newDraft}</PageButton>
        </>
      }
    >
      {list.flag('export') && (
        <Suspense>
          <ExportOrders filters={{ ...filters, q: list.input.q }} onClose={() => list.change({ export: undefined })} />
        </Suspense>
      )}
      <FoundPastOrders q={list.input.q} />
      <ListScreen
        name="orders"
        {...shown}
        columns={columns}
        nameOf={({ display_id }) => words.orderNumber(display_id)}
        page="/orders/$id"
        searchHint={words.searchHint}
        views={[
          { name: words.toCapture, search: { payment_status: 'awaiting' } },
          {
            name: words.toFulfill,
            search: { fulfillment_status: ['not_fulfilled', 'partially_fulfilled'], status: 'pending' },
          },
          { name: words.toShip, search: { fulfillment_status: ['fulfilled', 'partially_shipped'] } },
          { name: words.needsAction, search: { status: 'requires_action' } },
        ]}
        filters={[
          choiceFilter(
            'status',
            words.status,
            ORDER_STATUSES.map((value) => ({ value, label: statuses[`order_${value}`] })),
          ),
          choiceFilter(
            'payment_status',
            words.payment,
            PAYMENT_STATUSES.map((value) => ({ value, label: statuses[`payment_${value}`] })),
          ),
          choiceFilter(
            'fulfillment_status',
            words.fulfillment,
            FULFILLMENT_STATUSES.map((value) => ({ value, label: statuses[`fulfillment_${value}`] })),
          ),
          choiceFilter('sales_channel_id', words.channel, channels?.sales_channels.map(optionOf)),
          choiceFilter('region_id', words.region, regions?.regions.map(optionOf)),
          { kind: 'dates', name: 'created_at', label: words.placed },
          tagFilter,
          ...(discounts.length > 0 ? [choiceFilter('discount_id', names.promotions, discounts)] : []),
          ...own.filters,
        ]}
        actions={actions}
        empty={{ title: names.orders, hint: words.emptyHint }}
      />
    </Page>
  )
}
