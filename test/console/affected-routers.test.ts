import { expect, test } from 'vitest'
import { affectedRouters, routersBeside } from '#console/app/live/affected-routers.ts'
import { RESTORABLE } from '#entities/deleted-rows/restorable.ts'

const LISTS = {
  collection: { table: 'product_collection', router: 'collections' },
  discount: { table: 'discount', router: 'discounts' },
  sales_channel: { table: 'sales_channel', router: 'salesChannels' },
  shipping_option: { table: 'shipping_option', router: 'shippingOptions' },
  return_reason: { table: 'return_reason', router: 'returnReasons' },
  shipping_profile: { table: 'shipping_profile', router: 'shippingProfiles' },
  gift_card: { table: 'gift_card', router: 'giftCards' },
  note: { table: 'note', router: 'notes' },
  product_category: { table: 'product_category', router: 'productCategories' },
  price_list: { table: 'price_list', router: 'priceLists' },
  customer_group: { table: 'customer_group', router: 'customerGroups' },
  region: { table: 'region', router: 'regions' },
  tax_rate: { table: 'tax_rate', router: 'taxRates' },
  stock_location: { table: 'stock_location', router: 'stockLocations' },
  carrier: { table: 'carrier', router: 'carriers' },
  draft_order: { table: 'draft_order', router: 'draftOrders' },
  import_mapping: { table: 'import_mapping', router: 'batchJobs' },
} as const

test.each(RESTORABLE)('a deleted %s refreshes the deleted rows, and its restoration the list', (resource) => {
  const { table, router } = LISTS[resource]
  const rows = [{ entity: table, id: 'row_1', kind: 'deleted' as const }]
  expect([...affectedRouters({ at: new Date(), cause: 'jobs.clean', by: null, ids: [], rows })]).toEqual(
    expect.arrayContaining(['deletedRows', router]),
  )
  expect([...routersBeside(router)]).toContain('deletedRows')
  expect([...routersBeside('deletedRows')]).toContain(router)
})
