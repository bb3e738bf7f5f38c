import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { relatedResource } from '#routers/reading/define-resource.ts'
import { documentedSchemaOf } from '#routers/reading/resource.ts'
import { coreParts } from '#server/shop/core-parts.ts'
import { targetsOf } from '#server/testing/hostile/targets.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { populateShop } from '#test/support/populate-shop.ts'
import { type Caller, openTestShop, type TestShop } from '#test/support/shop.ts'

/* The ids of orders, draft orders, carts and order edits open them without a login, so a key without their scopes must not see one. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  await populateShop(shop)
})
afterAll(() => shop[Symbol.asyncDispose]())

const OPENING_IDS = /(?<![a-z_])(?:order|dorder|cart|oe)_[0-9A-Z]{26}/g
const queries = targetsOf(coreParts.routers.app).filter(
  ({ name, type, rest }) => type === 'query' && name.startsWith('admin.') && rest,
)
const resources = [...new Set(queries.map(({ name }) => name.split('.')[1] ?? ''))]

async function keyWith(...scopes: string[]): Promise<Caller> {
  const { secret } = await expectSuccess(shop.admin.post('/admin/api-keys', { name: 'ERP', scopes }))
  return shop.as({ authorization: `Bearer ${secret}` })
}

/** The columns and the relations of the rows in the response. */
function shownNames(output: z.ZodType | undefined): { columns: string[]; relations: string[] } {
  const { shape = {} } = output ? (documentedSchemaOf(output) as z.ZodObject) : {}
  const models = Object.values(shape).flatMap((property) => relatedResource(property)?.model ?? [])
  return {
    columns: models.flatMap(({ columns }) => [...columns]),
    relations: models.flatMap(({ relations }) => [...relations.keys()]),
  }
}

/** Reads the query in every selection and order, for rows whose ids an administrator has seen. */
async function* repliesTo(key: Caller, { rest, output }: (typeof queries)[number]) {
  const { columns, relations } = shownNames(output)
  const list = rest?.path.replace(/\/\{.*/, '') as '/admin/returns'
  const ids = rest?.path.includes('{')
    ? (await shop.admin.get(list)).text.match(/(?<="id":")[a-z_]+_[0-9A-Z]{26}/g)
    : ['']
  for (const id of [...new Set(ids ?? [])].slice(0, 3)) {
    const path = rest?.path.replace(/\{\w+\}/, id) as '/admin/returns'
    if (path.includes('{')) continue
    yield key.get(path)
    for (const name of relations) yield key.get(`${path}?expand=${name}`)
    for (const name of columns) yield key.get(`${path}?fields=${name}`)
    for (const name of id ? [] : columns) yield key.get(`${path}?order=${name}`)
  }
}

test.each(
  resources.filter((name) => name !== 'orders'),
)('a key that reads only %s sees no id that opens an order', async (name) => {
  const key = await keyWith(`read:${name}.*`)
  const seen = new Set<string>()
  for (const query of queries.filter((one) => one.name.split('.')[1] === name))
    for await (const { status, text } of repliesTo(key, query)) {
      expect(status, text).toBeLessThan(500)
      if (status === 200) for (const id of text.match(OPENING_IDS) ?? []) seen.add(id)
    }
  const foreign = [...seen].filter((id) => !(name === 'draftOrders' && id.startsWith('dorder_')))
  expect(foreign).toEqual([])
})

test('a key without orders sees the rows of order edits without their ids', async () => {
  const { order_edits } = await expectSuccess((await keyWith('read:orderEdits.*')).get('/admin/order-edits'))
  expect(order_edits.length).toBeGreaterThan(0)
  expect(new Set(order_edits.map(({ id, order_id }) => id ?? order_id))).toEqual(new Set([null]))
})

test('a key with a scope for orders sees their ids', async () => {
  const { text } = await (await keyWith('read:returns.*', 'read:orders.*')).get('/admin/returns')
  expect(text).toMatch(/"order_id":"order_/)
})
