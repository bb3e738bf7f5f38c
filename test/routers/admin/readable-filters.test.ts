import { raw } from '@mikro-orm/postgresql'
import { adminList, definePlugin, OrderResource, rest, router } from 'cartwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { proceduresOf } from '#routers/context/procedures-of.ts'
import { adminRouter } from '#routers/index.ts'
import { relatedResource } from '#routers/reading/define-resource.ts'
import { PROTECTED_ROWS, protectorOf } from '#routers/reading/protected-resources.ts'
import { documentedSchemaOf } from '#routers/reading/resource.ts'
import { inputShapeOf } from '#server/base/input-shape.ts'
import { enableInventory } from '#server/database/enable-inventory.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { type Caller, openTestShop, type TestShop } from '#test/support/shop.ts'
import { sampleOf } from '../../console/sample-of-schema.ts'

/* A caller finds rows only by rows that it may read. */

/** Lists whose author forgot the rights of the related rows. */
const careless = definePlugin({
  name: 'careless',
  admin: router({
    byRelation: adminList('orders', OrderResource, { phone: z.string() })
      .meta(rest('GET', '/careless/by-relation', 'List orders by the phone of the customer'))
      .query(({ input: { phone } }) => [{ customer: { phone } }]),
    bySql: adminList('orders', OrderResource, { phone: z.string() })
      .meta(rest('GET', '/careless/by-sql', 'List orders by the phone of the customer'))
      .query(({ input: { phone } }) => [
        {
          id: {
            $in: raw('(select o.id from "order" o, customer c where c.id = o.customer_id and c.phone = ?)', [phone]),
          },
        },
      ]),
  }),
})

const statements: string[] = []
let shop: TestShop
let orderId: string
let email: string
beforeAll(async () => {
  shop = await openTestShop({
    plugins: [careless],
    measure: (texts, send) => {
      statements.push(...texts)
      return send()
    },
  })
  const customer = await shop.given.customer()
  const account = { first_name: 'Ada', last_name: 'Lovelace', phone: '+49 30 1234567' }
  await expectSuccess(customer.post('/store/customers/me', account))
  const order = await shop.given.order({ by: customer })
  await enableInventory(shop.orm)
  orderId = order.id
  email = order.email
})
afterAll(() => shop[Symbol.asyncDispose]())

async function keyWith(...scopes: string[]): Promise<Caller> {
  const { secret } = await expectSuccess(shop.admin.post('/admin/api-keys', { name: 'ERP', scopes }))
  return shop.as({ authorization: `Bearer ${secret}` })
}

/** The prices of variants can be those of a cart, whose id is the permission to read it. */
const NO_FILTERS = ['limit', 'offset', 'cursor', 'with_count', 'order', 'expand', 'fields', 'cart_id', 'direction']

/** Each filter of each list, with a value. */
const filters = proceduresOf(adminRouter).flatMap(([name, { inputs, meta, output, type }]) => {
  if (type !== 'query' || !output || !inputs[0]) return []
  const { shape = {} } = documentedSchemaOf(output) as z.ZodObject
  const resource = relatedResource(Object.values(shape).find((property) => relatedResource(property)))
  if (!resource || !('count' in shape)) return []
  const params = inputShapeOf(inputs)
  const needed = Object.fromEntries(
    [...(meta?.openapi?.path ?? '').matchAll(/\{(\w+)\}/g)].map(([, param = '']) => [param, 'unknown']),
  )
  return Object.entries(params).flatMap(([filter, schema]) => {
    if (NO_FILTERS.includes(filter) || filter in needed) return []
    const value = sampleOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as object)
    return {
      name,
      filter,
      needed,
      resource,
      values: [value, '1', 'unknown', true, { gte: 1 }, { gte: '2030-01-31' }, ['unknown']],
    }
  })
})

const inputOf = (input: object) => encodeURIComponent(JSON.stringify({ json: input }))

async function sent(caller: Caller, name: string, input: object) {
  statements.length = 0
  const { status, text } = await caller.get(`/trpc/admin.${name}?input=${inputOf(input)}` as string)
  return { status, text, statements: [...statements] }
}

/** The tables of rows that a key of the list must not read. */
function hiddenTables({ name, resource: { model } }: (typeof filters)[number]): string[] {
  const own = name.split('.')[0]
  const hidden = [...PROTECTED_ROWS.keys()].filter((entity) => {
    const protector = protectorOf(model.entity, entity)
    return protector !== undefined && protector !== own && entity !== model.entity
  })
  return hidden.map((entity) => shop.orm.getMetadata().get(entity).tableName)
}

const isRead = (table: string, texts: readonly string[]): boolean =>
  texts.some((text) => new RegExp(`\\b(?:from|join|,)\\s+"?${table}"?(?=\\s|$|\\))`, 'i').test(text))

test('no filter of a list reads rows of another resource without its scope', async () => {
  expect(filters.length).toBeGreaterThan(100)
  const keys = new Map<string, Caller>()
  const leaks: string[] = []
  const answered = new Set<string>()
  for (const one of filters) {
    const { name, filter, needed, values } = one
    const own = name.split('.')[0]!
    const key = keys.get(own) ?? (await keyWith(`read:${own}.*`))
    keys.set(own, key)
    const usual = (await sent(key, name, needed)).statements
    const hidden = hiddenTables(one).filter((table) => !isRead(table, usual))
    for (const value of values) {
      const answer = await sent(key, name, { ...needed, [filter]: value })
      if (answer.status === 400) continue
      answered.add(`${name} ${filter}`)
      const read = hidden.filter((table) => isRead(table, answer.statements))
      if (read.length > 0) leaks.push(`${name} ${filter} reads ${read.join()}`)
      if (answer.status >= 500) leaks.push(`${name} ${filter}: ${answer.text}`)
    }
  }
  expect(leaks).toEqual([])
  const silent = filters.map(({ name, filter }) => `${name} ${filter}`).filter((one) => !answered.has(one))
  expect(silent).toEqual([])
})

test('a search of orders finds customers only with their scope', async () => {
  const find = async (caller: Caller, q: string) =>
    (await expectSuccess(caller.get(`/admin/orders?q=${encodeURIComponent(q)}`))).orders.map(({ id }) => id)
  const orders = await keyWith('read:orders.*')
  for (const q of ['1234567', 'Lovelace']) {
    expect(await find(orders, q)).toEqual([])
    expect(await find(await keyWith('read:orders.*', 'read:customers.*'), q)).toEqual([orderId])
    expect(await find(shop.admin, q)).toEqual([orderId])
  }
  expect(await find(orders, email)).toEqual([orderId])
})

test.each([
  'by-relation',
  'by-sql',
])('a list of a plugin that finds %s needs the scope of the related rows', async (way) => {
  const path = `/admin/careless/${way}?phone=${encodeURIComponent('+49 30 1234567')}` as string
  const own = await keyWith('read:careless.*', 'read:orders.*')
  const refused = await own.get(path)
  expect([refused.status, refused.body.message]).toEqual([403, 'No scope of the API key ERP allows customers.list'])
  const both = await keyWith('read:careless.*', 'read:orders.*', 'read:customers.*')
  expect((await both.get(path)).body.orders).toMatchObject([{ id: orderId }])
})
