import type { AnyRouter } from '@trpc/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProcedureMeta } from '#routers/context/meta.ts'
import { adminRouter, storeRouter } from '#routers/index.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

/* SQL fragments as values of each parameter that all lists have in common. */

type Procedures = Record<string, { _def: { meta?: ProcedureMeta } }>

const lists = (router: AnyRouter, below: string) =>
  Object.values(router._def.procedures as Procedures)
    .map(({ _def }) => _def.meta?.openapi)
    .filter((rest) => rest?.method === 'GET' && !rest.path.includes('{'))
    .map((rest) => `${below}${rest?.path}`)

/** SQL that is true for every row, or deletes a table, if it escapes from its quotes. */
const AS_VALUE = `\\' or true; drop table session cascade; --`
const AS_NAME = `id" or true; drop table session cascade; --`
const VALUES = ['q', 'id']
const NAMES = ['order', 'fields']

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  await shop.given.product()
})
afterAll(() => shop[Symbol.asyncDispose]())

async function ask(path: string, parameter: string, fragment: string) {
  const url = `${path}?${parameter}=${encodeURIComponent(fragment)}`
  const { status, body } = await shop.admin.get(url)
  return { url, status, found: VALUES.includes(parameter) && status === 200 ? (body.count ?? 0) : 0 }
}

test.each([
  ['administration', lists(adminRouter, '/admin')],
  ['storefront', lists(storeRouter, '/store')],
])('the lists of the %s treat no parameter as SQL', async (_, paths) => {
  expect(paths.length).toBeGreaterThan(8)
  const odd: object[] = []
  for (const path of paths) {
    const replies = await Promise.all([
      ...VALUES.map((parameter) => ask(path, parameter, AS_VALUE)),
      ...NAMES.map((parameter) => ask(path, parameter, AS_NAME)),
    ])
    odd.push(...replies.filter(({ status, found }) => ![200, 400, 401].includes(status) || found > 0))
  }
  expect(odd).toEqual([])
  expect((await shop.admin.get('/admin/products')).body.count).toBe(1)
  expect(await shop.orm.em.fork().execute('select from session')).toEqual([])
})
