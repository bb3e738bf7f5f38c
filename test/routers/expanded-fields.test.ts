import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Order } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

/* Older dashboards of Medusa v1 name relations in `fields`. Medusa v1 ignores them on most routes. */

let shop: TestShop
let order: Order
beforeAll(async () => {
  shop = await openTestShop()
  const region = await shop.given.region()
  const discount = await shop.given.discount(region)
  order = await shop.given.order({ region, discounts: [discount.code], by: await shop.given.customer() })
})
afterAll(() => shop[Symbol.asyncDispose]())

const examples: [
  path: string,
  fields: string,
  key: 'products' | 'orders' | 'discounts' | 'regions' | 'customers' | 'variants',
  shown: string[],
][] = [
  ['/admin/products', 'id,title,type,thumbnail,status', 'products', ['id', 'title', 'thumbnail', 'status']],
  ['/admin/orders', 'id,email,items,customer', 'orders', ['id', 'email']],
  ['/admin/discounts', 'code,rule', 'discounts', ['id', 'code']],
  ['/admin/regions', 'id,name,countries,currency', 'regions', ['id', 'name']],
  ['/admin/customers', 'email,groups', 'customers', ['id', 'email']],
  ['/admin/variants', 'title,prices', 'variants', ['id', 'title']],
  ['/store/regions', 'name,countries', 'regions', ['id', 'name']],
]

test.each(examples)('%s ignores the relations in fields=%s', async (path, fields, key, shown) => {
  const caller = path.startsWith('/admin') ? shop.admin : shop
  const page = await expectSuccess(caller.get(`${path}?fields=${fields}&expand=`))
  const rows = page[key]
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) expect(Object.keys(row)).toEqual(expect.arrayContaining(shown))
  for (const name of fields.split(',').filter((name) => !shown.includes(name))) expect(rows[0]).not.toHaveProperty(name)
})

test('expand includes a relation that fields also name', async () => {
  const products = '/admin/products?fields=id,title,type,thumbnail,status&expand=variants,variants.prices,type'
  expect((await expectSuccess(shop.admin.get(products))).products[0]).toMatchObject({
    type: null,
    variants: [{ prices: [{}] }],
  })
  const page = await expectSuccess(shop.admin.get('/admin/orders?fields=id,customer,items&expand=customer'))
  expect(page.orders[0]).toMatchObject({ id: order.id, customer: { id: order.customer_id } })
  expect(page.orders[0]).not.toHaveProperty('items')
})

test('unknown names are rejected, and relations are rejected on routes with a fixed list of fields', async () => {
  const refused = (path: string, name: string) =>
    expectError(shop.get(path), 400, 'invalid_data', `Requested fields [${name}] are not valid`)
  await refused('/store/regions?fields=name,nothing', 'nothing')
  await refused('/store/products?fields=id,variants', 'variants')
  await refused('/store/product-categories?fields=id,category_children', 'category_children')
  await refused(`/store/orders/${order.id}?fields=id,items`, 'items')
  await refused(`/store/orders/cart/${order.cart_id}?fields=id,items`, 'items')
})
