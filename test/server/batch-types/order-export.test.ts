import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCsv } from '#test/support/csv.ts'
import { expectError } from '#test/support/expect-error.ts'
import { addressIn, expectSuccess } from '#test/support/factories.ts'
import { readFileText, runJob } from '#test/support/jobs.ts'
import type { Order } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
let orders: Order[]
beforeAll(async () => {
  shop = await openTestShop()
  const region = await shop.given.region({ tax_rate: 20 })
  const option = await shop.given.shippingOption(region)
  orders = []
  for (const email of ['first@example.com', 'second@example.com', 'third@example.com'])
    orders.push(await shop.given.order({ region, option, email }))
  await expectSuccess(
    shop.admin.post(`/admin/orders/${orders[0]?.id}`, {
      shipping_address: { ...addressIn(region), city: 'Here; or "there"', address_2: '=1+1' },
    }),
  )
})
afterAll(() => shop[Symbol.asyncDispose]())

async function exportOrders(context: object) {
  const job = await runJob(shop, 'order-export', context)
  return { job, ...(await readCsv(await readFileText(shop, job.result.file_key))) }
}

test('an order export has a line with customer, address and totals for each order, newest first', async () => {
  const { job, titles, rows } = await exportOrders({ limit: 2 })
  expect(titles).toEqual([
    ...['Order_ID', 'Display_ID', 'Order status', 'Date', 'Customer First name', 'Customer Last name'],
    ...['Customer Email', 'Customer ID', 'Shipping Address 1', 'Shipping Address 2', 'Shipping Country Code'],
    ...['Shipping City', 'Shipping Postal Code', 'Shipping Region ID', 'Fulfillment Status', 'Payment Status'],
    ...['Subtotal', 'Shipping Total', 'Discount Total', 'Gift Card Total', 'Refunded Total', 'Tax Total', 'Total'],
    ...['Currency Code', 'Sales channel name', 'Sales channel description', 'Tags'],
  ])
  expect(rows.map((row) => row.Order_ID)).toEqual(orders.map(({ id }) => id).reverse())
  expect(rows.at(-1)).toMatchObject({
    'Order status': 'pending',
    'Customer Email': 'first@example.com',
    'Customer ID': orders[0]?.customer_id,
    'Shipping City': 'Here; or "there"',
    'Shipping Address 2': "'=1+1",
    'Shipping Region ID': orders[0]?.region_id,
    'Payment Status': 'awaiting',
    Subtotal: '1000',
    'Shipping Total': '500',
    'Tax Total': '300',
    Total: '1800',
    'Currency Code': 'eur',
    Date: new Date(orders[0]!.created_at).toUTCString(),
  })
  expect(job.result).toMatchObject({ count: 3, advancement_count: 3, progress: 1 })
  expect(job.result.file_key).toMatch(/^exports\/orders\/batch_\w+-order-export-\d+\.csv$/)
  expect(job.result.stat_descriptors).toEqual([
    {
      key: 'order-export-count',
      name: 'Order count to export',
      message: 'There will be 3 orders exported by this action',
    },
    { key: 'exported-lines', name: 'Lines of the file', message: '3' },
  ])
})

test('an order export applies its filters', async () => {
  const lines = async (filterable_fields: object) => (await exportOrders({ filterable_fields })).rows.length
  expect(await lines({ email: 'second@example.com', status: ['pending'] })).toBe(1)
  expect(await lines({ status: ['canceled'] })).toBe(0)
  expect(await lines({ created_at: { gt: '2020-01-01' }, q: 'third@' })).toBe(1)
})

test('an order export has the requested columns', async () => {
  const { job, titles } = await exportOrders({ fields: 'status,total', expand: '' })
  expect(titles).toEqual(['Order_ID', 'Order status', 'Total'])
  expect(job.context.list_config).toMatchObject({ select: ['id', 'status', 'total'], relations: [] })
  const { titles: more, rows } = await exportOrders({ fields: 'display_id', expand: 'shipping_address' })
  expect(more.filter((title) => !title.startsWith('Shipping '))).toEqual(['Order_ID', 'Display_ID'])
  expect(rows[0]).toMatchObject({ 'Shipping City': 'Town', 'Shipping Region ID': '' })
})

test.each([
  [{ order: 'total' }, 'Order field total is not valid'],
  [{ filterable_fields: { status: ['lost'] } }, /^each value in status must be one of the following values: pending/],
  [{ expand: 'secrets' }, 'Requested fields [secrets] are not valid'],
])('the batch job context %j is rejected immediately', async (context, message) => {
  const reply = shop.admin.post('/admin/batch-jobs', { type: 'order-export', context })
  await expectError(reply, 400, 'invalid_data', typeof message === 'string' ? message : expect.stringMatching(message))
})
