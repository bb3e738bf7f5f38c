import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { ListScreen } from '#console/components/list/list-screen.tsx'
import { cursorPages, useList } from '#console/components/list/use-list.ts'
import { usePageRows } from '#console/components/list/use-page-rows.ts'
import { Page } from '#console/components/page.tsx'
import { RowLink } from '#console/components/page-link.tsx'
import { useStrings } from '#console/strings/define-strings.ts'
import { inventory } from '#console/strings/inventory.ts'
import { navigation } from '#console/strings/navigation.ts'
import { useLocations } from '../../orders/use-locations.ts'
import { InventoryTabs } from '../inventory-tabs.tsx'
import { itemName } from './item.ts'

const inventoryRoute = getRouteApi('/shell/inventory')

export function ItemList() {
  const words = useStrings(inventory)
  const names = useStrings(navigation)
  const navigate = inventoryRoute.useNavigate()
  const list = useList(inventoryRoute.useSearch())
  const locations = useLocations()
  const pages = useInfiniteQuery(
    trpc.admin.inventoryItems.list.infiniteQueryOptions(
      { ...list.input, limit: 100, location_id: list.texts('location') },
      cursorPages,
    ),
  )
  const rows = usePageRows(pages.data, (page) => page.inventory_items)
  return (
    <Page title={names.inventory}>
      <InventoryTabs />
      <ListScreen
        name="inventory-items"
        list={list}
        pages={pages}
        rows={rows}
        nameOf={itemName}
        onOpen={({ id }) => void navigate({ to: '/inventory/items/$id', params: { id } })}
        searchHint={words.itemSearch}
        filters={[
          {
            kind: 'choice',
            name: 'location',
            label: words.location,
            options: locations.map(({ id, name }) => ({ value: id, label: name })),
          },
        ]}
        empty={{ title: words.items, hint: words.itemsEmpty }}
        columns={[
          {
            key: 'item',
            title: words.item,
            width: 'minmax(0, 2fr)',
            cell: (item) => (
              <RowLink to="/inventory/items/$id" params={{ id: item.id }}>
                {itemName(item)}
              </RowLink>
            ),
          },
          { key: 'sku', title: words.sku, sort: 'sku', cell: ({ sku }) => sku, isWideOnly: true },
          {
            key: 'stocked',
            title: words.stocked,
            width: '6rem',
            align: 'end',
            isWideOnly: true,
            cell: ({ stocked_quantity }) => stocked_quantity,
          },
          {
            key: 'reserved',
            title: words.reserved,
            width: '6rem',
            align: 'end',
            isWideOnly: true,
            cell: ({ reserved_quantity }) => reserved_quantity,
          },
          {
            key: 'available',
            title: words.available,
            width: '6rem',
            align: 'end',
            cell: ({ stocked_quantity, reserved_quantity }) => stocked_quantity - reserved_quantity,
          },
        ]}
      />
    </Page>
  )
}
