import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { proceduresOf } from '#routers/context/procedures-of.ts'
import { adminRouter } from '#routers/index.ts'
import { relatedResource } from '#routers/reading/define-resource.ts'
import { documentedSchemaOf } from '#routers/reading/resource.ts'
import { inputShapeOf } from '#server/base/input-shape.ts'
import { enableInventory } from '#server/database/enable-inventory.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
let orderId: string
beforeAll(async () => {
  shop = await openTestShop({ demo: true })
  orderId = (await shop.given.order()).id
  await expectSuccess(shop.admin.post(`/admin/orders/${orderId}/cancel`))
  await enableInventory(shop.orm)
})
afterAll(() => shop[Symbol.asyncDispose]())

/** The filters of lists by columns that can be null. */
const filters = () =>
  proceduresOf(adminRouter).flatMap(([name, { inputs, output, type, meta }]) => {
    const path = meta?.openapi?.path
    if (type !== 'query' || !output || !inputs[0] || !path || path.includes('{')) return []
    const { shape = {} } = documentedSchemaOf(output) as z.ZodObject
    const [key = '', rows] = Object.entries(shape).find(([, property]) => relatedResource(property)) ?? []
    const resource = relatedResource(rows)
    if (!resource || !('count' in shape)) return []
    const { properties } = shop.orm.getMetadata().get(resource.model.entity)
    const columns: Readonly<Record<string, { nullable?: boolean; kind?: string }>> = properties
    return Object.keys(inputShapeOf(inputs)).flatMap((filter) =>
      columns[filter]?.nullable && columns[filter].kind === 'scalar' ? [{ name, key, filter, path }] : [],
    )
  })

const rowsOf = (body: object, key: string): Record<string, unknown>[] =>
  Object.entries(body).flatMap(([name, rows]) => (name === key ? rows : []))

test('each list filters by whether a column has a value', async () => {
  expect(filters().length).toBeGreaterThan(40)
  for (const { key, filter, path } of filters()) {
    const where = `${path}?${filter}`
    const find = async (exists: unknown) => {
      const { body, status } = await shop.admin.get(`/admin${path}?limit=1000&${filter}[exists]=${exists}` as string)
      expect([where, status]).toEqual([where, 200])
      return rowsOf(body, key)
    }
    for (const row of await find(true)) if (filter in row) expect([where, row[filter]]).not.toEqual([where, null])
    for (const row of await find(false)) if (filter in row) expect([where, row[filter]]).toEqual([where, null])
    const { status } = await shop.admin.get(`/admin${path}?${filter}[exists]=maybe` as string)
    expect([where, status]).toEqual([where, 400])
  }
})

test('canceled orders and products without a collection are found', async () => {
  const canceled = await expectSuccess(shop.admin.get('/admin/orders?canceled_at[exists]=true'))
  expect(canceled.orders).toMatchObject([{ id: orderId }])
  const product = await shop.given.product()
  const { products } = await expectSuccess(shop.admin.get('/admin/products?collection_id[exists]=false&limit=1000'))
  expect(products.map(({ id }) => id)).toContain(product.id)
  const bounded = await expectSuccess(shop.admin.get('/admin/orders?canceled_at[gte]=2020-01-01'))
  expect(bounded.orders).toHaveLength(1)
})
