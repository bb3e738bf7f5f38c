import { afterAll, beforeAll, expect, test } from 'vitest'
import { announce, inTransaction } from '#server/index.ts'
import { defineShop } from '#server/process/define-shop.ts'
import { openTestShop, promises, type TestShop } from '#server/testing/index.ts'
import { engraving } from '../../plugins/engraving/index.ts'
import { planEngravings } from '../../plugins/engraving/jobs.ts'

const definition = defineShop({ plugins: [engraving] })

let shop: TestShop<typeof definition>
beforeAll(async () => {
  shop = await openTestShop(definition, { env: { ENGRAVING_PRICE: '350' } })
})
afterAll(() => shop.close())

/** Places an order of two engraved items and a plain one. */
async function givenOrder() {
  const { products } = await shop.store.products.list.query({ limit: 1 })
  const [plain, engraved] = products[0]?.variants ?? []
  const items = [{ variant_id: plain?.id }, { variant_id: engraved?.id, quantity: 2, engraving: 'For Ada' }]
  return (await shop.placeOrder({ items })).order
}

test('an engraved line of an order becomes a task, also if the event arrives twice', async () => {
  const { id: order_id } = await givenOrder()
  await inTransaction(shop.orm.em.fork(), (em) => announce(em, 'order.placed', { id: order_id }))
  await shop.runJobs()
  await planEngravings.enqueue(shop.orm.em.fork(), { order_id })
  await shop.runJobs()
  const { list, complete } = shop.admin.engraving
  const { engravings, count } = await list.query({ order_id, open: true })
  expect(count).toBe(1)
  expect(engravings[0]).toMatchObject({ text: 'For Ada', done_at: null, line_item: { quantity: 2 } })
  const { engraving: done } = await complete.mutate({ id: engravings[0]?.id ?? '' })
  expect(done.done_at).toBeInstanceOf(Date)
  expect((await list.query({ order_id, open: true })).count).toBe(0)
  expect((await list.query({ order_id, open: false, expand: 'order' })).count).toBe(1)
  await expect(complete.mutate({ id: done.id })).rejects.toThrow('already done')
})

test('the workshop finds the template of the product of an engraving, and the store does not show it', async () => {
  const { products } = await shop.store.products.list.query({ limit: 1 })
  const { id, variants } = products[0] ?? {}
  const form = new FormData()
  form.append('files', new Blob(['%PDF-1.7 template']), 'template.pdf')
  const { uploads } = await shop.admin.uploads.createProtected.mutate(form)
  const engraving_template = uploads[0]?.key ?? ''
  await shop.admin.products.update.mutate({ id: id ?? '', engraving_template })
  const { order } = await shop.placeOrder({ items: [{ variant_id: variants?.[0]?.id, engraving: 'For Eva' }] })
  await shop.runJobs()
  const { engravings } = await shop.admin.engraving.list.query({
    order_id: order.id,
    expand: 'line_item.variant.product',
  })
  expect(engravings[0]?.line_item?.variant?.product?.engraving_template).toBe(engraving_template)
  expect(JSON.stringify(await shop.store.products.get.query({ id: id ?? '' }))).not.toContain('engraving_template')
})

test('the list of open engravings omits canceled orders', async () => {
  const { id } = await givenOrder()
  await shop.runJobs()
  await shop.admin.orders.cancel.mutate({ id })
  expect((await shop.admin.engraving.list.query({ order_id: id })).count).toBe(1)
  expect((await shop.admin.engraving.list.query({ order_id: id, open: true })).count).toBe(0)
})

test('an order without an engraving enqueues no job', async () => {
  const { order } = await shop.placeOrder()
  await shop.runJobs()
  expect((await shop.admin.engraving.list.query({ order_id: order.id })).count).toBe(0)
})

test('an engraving costs the price of the setting for each unit', async () => {
  const { id, store } = await shop.addCart({ items: [{ quantity: 2, engraving: 'For Ada' }] })
  const { cart: engraved } = await store.carts.get.query({ id })
  expect(engraved.discount_total).toBe(-700)
  expect(engraved.items[0]?.adjustments).toMatchObject([{ description: 'Engraving', amount: -700 }])
  const line_id = engraved.items[0]?.id ?? ''
  const { cart: plain } = await store.carts.updateLineItem.mutate({ id, line_id, quantity: 2, engraving: null })
  expect(plain.discount_total).toBe(0)
  expect((engraved.items[0]?.total ?? 0) - (plain.items[0]?.total ?? 0)).toBe(700 * 1.2)
})

test('an engraved item cannot be returned, and another one can', async () => {
  const { id, items: lines, discount_total } = await givenOrder()
  expect(discount_total).toBe(-700)
  const { capture, createClaim, createFulfillment, createSwap, requestReturn } = shop.admin.orders
  await capture.mutate({ id })
  const items = lines.map((line) => ({ item_id: line.id, quantity: line.quantity }))
  await createFulfillment.mutate({ id, items })
  const { store } = shop
  const item_ids = items.map((item) => ({ ...item, reason: 'wrong_item' as const }))
  const [option_id] = lines.map(({ id }) => id)
  for (const request of [
    () => requestReturn.mutate({ id, items }),
    () => store.swaps.create.mutate({ order_id: id, return_items: items, additional_items: [] }),
    () => createSwap.mutate({ id, return_items: items }),
    () =>
      createClaim.mutate({
        id,
        type: 'refund',
        claim_items: item_ids,
        return_shipping: { option_id: option_id ?? '' },
      }),
  ])
    await expect(request()).rejects.toThrow('Engraved items cannot be returned')
  const others = items.filter((_, i) => lines[i]?.engraving === null)
  expect((await requestReturn.mutate({ id, items: others })).order.returns).toHaveLength(1)
})

test('an engraving is at most 40 characters long', async () => {
  await expect(shop.addCart({ items: [{ engraving: 'x'.repeat(41) }] })).rejects.toThrow('engraving')
})

for (const { name, check } of promises(definition, 'engraving')) test(name, check)
