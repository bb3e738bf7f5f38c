import { getRouteApi } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { choiceFilter, namedOptions } from '#console/components/list/filters.ts'
import { ListScreen } from '#console/components/list/list-screen.tsx'
import { cursorPages, useList } from '#console/components/list/use-list.ts'
import { useRowList } from '#console/components/list/use-row-list.ts'
import { Page } from '#console/components/page.tsx'
import { PageButton } from '#console/components/page-link.tsx'
import { inventory } from '#console/strings/inventory.ts'
import { navigation } from '#console/strings/navigation.ts'
import { useLocations } from '../../orders/use-locations.ts'
import { CountButton } from '../counts/count-button.tsx'
import { InventoryTabs } from '../inventory-tabs.tsx'
import { itemName } from './item.ts'

/** The parts of an item that the list shows. */
const ITEM_ROW = {
  expand: 'location_levels,variants.product',
  fields:
    'id,sku,title,stocked_quantity,reserved_quantity,location_levels.stocked_quantity,location_levels.reserved_quantity,variants.title,variants.product.title',
} as const

const inventoryRoute = getRouteApi('/shell/inventory')

export function ItemList() {
  const words = inventory.useWords()
  const names = navigation.useWords()
  const list = useList(inventoryRoute.useSearch())
  const locations = useLocations()
  const shown = useRowList(
    list,
    trpc.admin.inventoryItems.list.infiniteQueryOptions(
      { ...list.input, ...ITEM_ROW, limit: 100, location_id: list.texts('location') },
      cursorPages,
    ),
    (page) => page.inventory_items,
  )
  return (
    <Page title={names.inventory} actions={<CountButton />}>
      <InventoryTabs />
      <ListScreen
        name="inventory-items"
        {...shown}
        nameOf={itemName}
        page="/inventory/items/$id"
        searchHint={words.itemSearch}
        filters={[choiceFilter('location', words.location, namedOptions(locations))]}
        empty={{
          title: words.items,
          hint: words.itemsEmpty,
          action: <PageButton to="/products">{names.products}</PageButton>,
        }}
        columns={[
          {
            key: 'item',
            title: words.item,
            width: 'minmax(0, 2fr)',
            isLink: true,
            cell: itemName,
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
