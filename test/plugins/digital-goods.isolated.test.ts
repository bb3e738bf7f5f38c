import { afterAll, beforeAll, expect, test } from 'vitest'
import { defineShop } from '#server/process/define-shop.ts'
import { openTestShop, promises, race, type TestShop } from '#server/testing/index.ts'
import { digitalGoods } from '../../plugins/digital-goods/index.ts'

const definition = defineShop({ plugins: [digitalGoods] })

let shop: TestShop<typeof definition>
beforeAll(async () => {
  shop = await openTestShop(definition)
})
afterAll(() => shop.close())

let serial = 0

/** A digital variant with this number of keys. */
async function givenVariant(keys: number): Promise<string> {
  const { variants } = await shop.admin.variants.list.query({ limit: 20 })
  const { id, product_id } = variants[serial++]!
  await shop.admin.products.updateVariant.mutate({
    id: product_id,
    variant_id: id,
    is_digital: true,
    inventory_quantity: 50,
  })
  const codes = Array.from({ length: keys }, (_, i) => `KEY-${serial}-${i}`)
  expect(await shop.admin.digitalGoods.add.mutate({ variant_id: id, codes })).toEqual({ added: keys })
  return id
}

test('an order delivers one key for each unit to its customer, and its cancellation revokes them', async () => {
  const variant_id = await givenVariant(3)
  const customer = await shop.addCustomer()
  const { order } = await shop.placeOrder({ customer, items: [{ variant_id, quantity: 2 }] })
  const { keys } = await customer.store.digitalGoods.list.query({})
  expect(keys.map(({ order_id, item_id }) => [order_id, item_id])).toEqual(
    keys.map(() => [order.id, order.items[0]?.id]),
  )
  expect(keys).toHaveLength(2)
  await shop.admin.orders.cancel.mutate({ id: order.id })
  expect((await customer.store.digitalGoods.list.query({})).keys).toEqual([])
  await shop.placeOrder({ items: [{ variant_id, quantity: 1 }] })
  await expect(shop.placeOrder({ items: [{ variant_id, quantity: 1 }] })).rejects.toThrow('is sold out')
})

test('concurrent orders never share a key and never sell more than there are', async () => {
  const variant_id = await givenVariant(3)
  const carts = await Promise.all(Array.from({ length: 5 }, () => shop.addCart({ items: [{ variant_id }] })))
  const { results, refusals } = await race(carts.length, (i) => carts[i]!.complete())
  expect(results).toHaveLength(3)
  expect(Object.keys(refusals).every((message) => message.endsWith('is sold out'))).toBe(true)
  const { keys } = await shop.admin.digitalGoods.list.query({ variant_id })
  expect(new Set(keys.map(({ order_id }) => order_id)).size).toBe(3)
})

test('a packing slip leaves out digital goods, and an order of nothing else has none', async () => {
  const digital = await givenVariant(3)
  const { variants } = await shop.admin.variants.list.query({ limit: 20 })
  const packed = variants.find(({ is_digital }) => !is_digital)!.id
  const [only, both] = [[digital], [digital, packed]].map((ids) =>
    ids.map((variant_id) => ({ variant_id, quantity: 1 })),
  )
  const orders = [await shop.placeOrder({ items: only! }), await shop.placeOrder({ items: both! })]
  const ids = orders.map(({ order }) => order.id)
  const { packing_slips, picking_list, skipped } = await shop.admin.orders.packingSlips.query({ ids })
  expect(skipped).toMatchObject([{ id: ids[0], reason: 'nothing_to_send' }])
  expect(packing_slips).toMatchObject([{ id: ids[1], lines: [{ variant_id: packed }] }])
  expect(picking_list).toMatchObject([{ variant_id: packed, quantity: 1 }])
})

test('a code exists once, and other products need no key', async () => {
  const variant_id = await givenVariant(1)
  const add = shop.admin.digitalGoods.add.mutate({ variant_id, codes: [`KEY-${serial}-0`] })
  await expect(add).rejects.toThrow()
  expect((await shop.placeOrder()).order.status).toBe('pending')
})

for (const { name, check } of promises(definition, 'digital-goods', {
  inputs: {
    'admin.digitalGoods.add': ({ variant_ids }) =>
      variant_ids.map((variant_id) => ({ variant_id, codes: [`A new code of ${variant_id}`] })),
  },
  async prepare({ admin }, { customer }) {
    for (const variant_id of customer.variant_ids) {
      const { product_id } = (await admin.variants.get.query({ id: variant_id })).variant
      await admin.products.updateVariant.mutate({
        id: product_id,
        variant_id,
        is_digital: true,
        inventory_quantity: 50,
      })
      const codes = Array.from({ length: 20 }, (_, i) => `${variant_id}-${i}`)
      await admin.digitalGoods.add.mutate({ variant_id, codes })
    }
  },
}))
  test(name, check, 120_000)
