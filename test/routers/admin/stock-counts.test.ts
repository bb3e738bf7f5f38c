import { expect, test } from 'vitest'
import { eventNamesOf } from '#test/support/events.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/expect-success.ts'
import { openInventoryShop } from '#test/support/inventory-shop.ts'
import type { Identified } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

const find = async (shop: TestShop, query: string) =>
  (await expectSuccess(shop.admin.get(`/admin/stock-counts/items?${query}`))).items
const save = (shop: TestShop, counts: readonly object[], more: object = {}) =>
  shop.admin.post('/admin/stock-counts', { reason: 'Yearly count', counts, ...more })
const stockOf = async (shop: TestShop, { id }: Identified) =>
  (await expectSuccess(shop.admin.get(`/admin/variants/${id}`))).variant.inventory_quantity

test('goods are found by each of their codes', async () => {
  await using shop = await openTestShop()
  const codes = { sku: 'Mug-1', barcode: 'B-77', ean: '0012345678905', upc: '036000291452' }
  const product = await shop.given.product({ title: 'Mug', stock: 3 })
  const [variant] = product.variants
  await expectSuccess(shop.admin.post(`/admin/products/${product.id}/variants/${variant.id}`, codes))
  for (const code of ['Mug-1', 'b-77', '0012345678905', '012345678905', '036000291452', '0036000291452', ' B-77 '])
    expect([code, await find(shop, `code=${encodeURIComponent(code)}`)]).toMatchObject([
      code,
      [{ id: variant.id, expected: 3, waiting: 0, is_counted: true, codes: expect.arrayContaining(['B-77']) }],
    ])
  for (const code of ['', 'mug', "' or true --", '%'])
    expect(await find(shop, `code=${encodeURIComponent(code)}`)).toEqual([])
  expect(await find(shop, '')).toEqual([])
})

test('all counted goods get their stock at once, and sold goods on the shelf are no surplus', async () => {
  await using shop = await openTestShop()
  const region = await shop.given.region()
  const first = await shop.given.variant({ stock: 10 })
  const second = await shop.given.variant({ stock: 5 })
  const other = await shop.given.variant({ stock: 7 })
  await shop.given.order({ region, lines: [[first, 4]] })
  const items = await find(shop, `ids[]=${first.id}&ids[]=${second.id}`)
  expect(items.map(({ id, expected, waiting }) => [id, expected, waiting]).sort()).toEqual(
    [
      [first.id, 10, 4],
      [second.id, 5, 0],
    ].sort(),
  )
  const { stock_count } = await expectSuccess(
    save(shop, [
      { id: first.id, expected: 10, counted: 9 },
      { id: second.id, expected: 5, counted: 6 },
    ]),
  )
  expect([await stockOf(shop, first), await stockOf(shop, second), await stockOf(shop, other)]).toEqual([5, 6, 7])
  const { stock_counts } = await expectSuccess(shop.admin.get('/admin/stock-counts'))
  expect(stock_counts).toMatchObject([{ id: stock_count.id, reason: 'Yearly count', location_id: null }])
  expect(stock_counts[0]).toMatchObject({
    items: [
      { expected: 10, counted: 9 },
      { expected: 5, counted: 6 },
    ],
  })
  expect(await eventNamesOf(shop, first)).toContain('product-variant.updated')
})

test('packed units and closed orders leave the shelf', async () => {
  await using shop = await openTestShop()
  const region = await shop.given.region()
  const variant = await shop.given.variant({ stock: 20 })
  const orders = []
  const option = await shop.given.freeShippingOption(region)
  for (const quantity of [1, 2, 4])
    orders.push(await shop.given.order({ region, option, lines: [[variant, quantity]] }))
  const waiting = async () => (await find(shop, `ids[]=${variant.id}`)).map((item) => [item.expected, item.waiting])
  expect(await waiting()).toEqual([[20, 7]])
  const [packed, completed] = orders
  const items = packed!.items.map(({ id }) => ({ item_id: id, quantity: 1 }))
  await expectSuccess(shop.admin.post(`/admin/orders/${packed!.id}/fulfillment`, { items }))
  await expectSuccess(shop.admin.post(`/admin/orders/${completed!.id}/complete`))
  expect(await waiting()).toEqual([[17, 4]])
})

test('a count of fewer units than are sold leaves a negative stock', async () => {
  await using shop = await openTestShop()
  const variant = await shop.given.variant({ stock: 4 })
  await shop.given.order({ lines: [[variant, 3]] })
  await expectSuccess(save(shop, [{ id: variant.id, expected: 4, counted: 1 }]))
  expect(await stockOf(shop, variant)).toBe(-2)
})

test('a stock that changed since the count began refuses the whole count', async () => {
  await using shop = await openTestShop()
  const sold = await shop.given.variant({ title: 'Sold mug', stock: 10 })
  const other = await shop.given.variant({ stock: 5 })
  const product = await expectSuccess(shop.admin.get(`/admin/variants/${sold.id}`))
  await expectSuccess(
    shop.admin.post(`/admin/products/${product.variant.product_id}/variants/${sold.id}`, { inventory_quantity: 8 }),
  )
  const counts = [
    { id: sold.id, expected: 10, counted: 10 },
    { id: other.id, expected: 5, counted: 1 },
  ]
  const refused = await save(shop, counts)
  expect([refused.status, refused.body.type]).toEqual([400, 'not_allowed'])
  expect(refused.body.message).toMatch(/from 10 to 8/)
  expect([await stockOf(shop, sold), await stockOf(shop, other)]).toEqual([8, 5])
})

test('simultaneous counts of the same goods change the stock once', async () => {
  await using shop = await openTestShop()
  const variants = [await shop.given.variant({ stock: 10 }), await shop.given.variant({ stock: 10 })]
  const counts = variants.map(({ id }) => ({ id, expected: 10, counted: 12 }))
  const replies = await Promise.all([save(shop, counts), save(shop, counts.toReversed()), save(shop, counts)])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  for (const variant of variants) expect(await stockOf(shop, variant)).toBe(12)
})

test('a shop with inventory counts at a location, with reserved units', async () => {
  await using shop = await openInventoryShop()
  const [here, there] = [await shop.location(), await shop.location()]
  const { variant, item } = await shop.stockedVariant(
    [
      [here, 10],
      [there, 3],
    ],
    { sku: 'TEA-1', ean: '4006381333931' },
  )
  const [found] = await find(shop, `code=4006381333931&location_id=${here.id}`)
  expect(found).toMatchObject({ id: item.id, expected: 10, is_counted: true })
  const counts = [{ id: item.id, expected: 10, counted: 8 }]
  await expectError(save(shop, counts), 400, 'invalid_data', 'Choose the location of the counted goods')
  expect((await save(shop, counts, { location_id: 'sloc_no' })).status).toBe(404)
  await expectSuccess(save(shop, counts, { location_id: here.id }))
  expect(await stockOf(shop, variant)).toBe(11)
  expect((await save(shop, counts, { location_id: here.id })).body.message).toMatch(/from 10 to 8/)
})

test('wrong counts are refused', async () => {
  await using shop = await openTestShop()
  const variant = await shop.given.variant({ stock: 2 })
  const count = { id: variant.id, expected: 2, counted: 3 }
  for (const [counts, more] of [
    [[], {}],
    [[count, count], {}],
    [[{ ...count, counted: -1 }], {}],
    [[{ ...count, counted: 1.5 }], {}],
    [[{ ...count, counted: 9e9 }], {}],
    [[{ ...count, id: 'variant_no' }], {}],
    [[count], { reason: ' ' }],
    [[count], { location_id: 'sloc_no' }],
  ] as const)
    expect([counts, (await save(shop, counts, more)).status]).toEqual([counts, 400])
  expect(await stockOf(shop, variant)).toBe(2)
  const many = Array.from({ length: 1001 }, () => 'x').join()
  expect((await shop.admin.get(`/admin/stock-counts/items?ids[]=${many}`)).status).toBe(400)
  expect((await shop.post('/admin/stock-counts', { reason: 'x', counts: [count] })).status).toBe(401)
})
