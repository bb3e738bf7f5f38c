import { expect, test } from 'vitest'
import { affectedRouters, routersBeside } from '#console/app/live/affected-routers.ts'
import { RESTORABLE } from '#entities/deleted-rows/restorable.ts'

const LISTS = {
  collection: { table: 'product_collection', router: 'collections' },
  discount: { table: 'discount', router: 'discounts' },
  sales_channel: { table: 'sales_channel', router: 'salesChannels' },
  shipping_option: { table: 'shipping_option', router: 'shippingOptions' },
  return_reason: { table: 'return_reason', router: 'returnReasons' },
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
