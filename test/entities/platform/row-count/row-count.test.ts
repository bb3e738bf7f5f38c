import type { EntityManager } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COUNTED_TABLES, readRowCount, sumUpRowCounts } from '#entities/platform/row-count/row-count.ts'
import { openClone } from '#test/support/cloned-orm.ts'

const ending = new AsyncDisposableStack()
let em: EntityManager
beforeAll(async () => {
  em = ending.use(await openClone()).orm.em.fork()
})
afterAll(() => ending.disposeAsync())

const counted = () => readRowCount(em.fork(), 'customer')
const add = (from: number, to: number) => `
  insert into customer (id, created_at, updated_at, email, has_account)
  select 'cus_' || i, now(), now(), i || '@example.com', false from generate_series(${from}, ${to}) i`

test('exactly the counted tables have triggers', async () => {
  for (const table of COUNTED_TABLES) expect(await readRowCount(em, table)).toBe(0)
  const triggers = await em.execute(
    `select distinct tgrelid::regclass::text as name from pg_trigger where tgname = 'count_added'`,
  )
  expect(triggers.map(({ name }) => name.replaceAll('"', '')).toSorted()).toEqual(COUNTED_TABLES.toSorted())
})

test('inserts, deletions and restorations are counted when they are committed', async () => {
  const writer = em.fork()
  await writer.begin()
  await writer.execute(add(1, 250))
  expect([await readRowCount(writer, 'customer'), await counted()]).toEqual([250, 0])
  await writer.commit()
  expect(await counted()).toBe(250)
  await em.execute(`update customer set deleted_at = now() where id <= 'cus_2'`)
  await em.execute(`update customer set deleted_at = now(), first_name = 'x'`)
  expect(await counted()).toBe(0)
  await em.execute(`update customer set deleted_at = null where id <> 'cus_7'`)
  await em.execute(`delete from customer where id in ('cus_7', 'cus_8')`)
  expect(await counted()).toBe(248)
  await writer.begin()
  await writer.execute('delete from customer')
  await writer.rollback()
  expect(await counted()).toBe(248)
})

test('summing up keeps the count, also with simultaneous sums and writes', async () => {
  const before = await counted()
  const parts = async () => (await em.execute('select count(*)::int as count from row_count'))[0]!.count
  const writers = Array.from({ length: 3 }, async (_, k) => {
    const writer = em.fork()
    for (let i = 0; i < 60; i++) await writer.execute(add(1000 * (k + 1) + i, 1000 * (k + 1) + i))
  })
  const sums: number[] = []
  const summing = Array.from({ length: 30 }, async () => {
    await sumUpRowCounts(em.fork())
    sums.push(await counted())
  })
  await Promise.all([...writers, ...summing])
  expect(await counted()).toBe(before + 180)
  for (const sum of sums) expect(sum).toBeGreaterThanOrEqual(before)
  await em.execute(`update customer set deleted_at = now()`)
  expect(await parts()).toBeGreaterThan(100)
  await sumUpRowCounts(em.fork())
  expect(await parts()).toBeLessThanOrEqual(100)
  expect(await counted()).toBe(0)
})

test('truncating a table resets its count', async () => {
  await em.execute(add(9001, 9010))
  expect(await counted()).toBe(10)
  await em.execute('truncate customer cascade')
  expect(await counted()).toBe(0)
  await em.execute(add(9001, 9002))
  expect(await counted()).toBe(2)
})
