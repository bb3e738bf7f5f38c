import type { EntityManager } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batch } from '#database/statement.ts'
import { countOfLastPage, pageCountSql } from '#entities/platform/page-span/page-span.ts'
import { openClone } from '#test/support/cloned-orm.ts'

const ending = new AsyncDisposableStack()
let em: EntityManager
beforeAll(async () => {
  em = ending.use(await openClone()).orm.em.fork()
})
afterAll(() => ending.disposeAsync())

test.each([
  { name: 'a first page that is not full', rows: 3, limit: 4, offset: 0, known: 3 },
  { name: 'a later page that is not full', rows: 7, limit: 4, offset: 4, known: 7 },
  { name: 'an empty list', rows: 0, limit: 4, offset: 0, known: 0 },
  { name: 'a full page', rows: 4, limit: 4, offset: 0, known: undefined },
  { name: 'a page after the last row', rows: 5, limit: 4, offset: 8, known: undefined },
  { name: 'a page without rows', rows: 5, limit: 0, offset: 0, known: undefined },
])('TypeScript and PostgreSQL agree whether $name ends the list', async ({ rows, limit, offset, known }) => {
  const found = Math.max(0, Math.min(limit, rows - offset))
  expect(countOfLastPage(found, { limit, offset })).toBe(known)
  const page = `select * from generate_series(1, ${rows}) limit $1::bigint offset $2::bigint`
  const sql = `with page as (${page}) select (${pageCountSql('select -1')})::integer as count`
  const [[counted]] = await batch<[{ count: number }]>(em, { sql, parameters: [limit, offset] })
  expect(counted?.count).toBe(known ?? -1)
})
