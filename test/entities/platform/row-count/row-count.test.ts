import type { EntityData, EntityManager, FilterQuery } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Customer } from '#entities/people/customer/customer.ts'
import { COUNTED_TABLES, readRowCount, sumUpRowCounts } from '#entities/platform/row-count/row-count.ts'
import { openClone } from '#test/support/cloned-orm.ts'

const ending = new AsyncDisposableStack()
let em: EntityManager
beforeAll(async () => {
  em = ending.use(await openClone()).orm.em.fork()
})
afterAll(() => ending.disposeAsync())

const counted = () => readRowCount(em.fork(), 'customer')
function add(writer: EntityManager, from: number, to = from): Promise<void> {
  const inner = writer.fork({ keepTransactionContext: true })
  for (let i = from; i <= to; i++)
    inner.create(Customer, { id: `cus_${i}`, email: `${i}@example.com`, has_account: false })
  return inner.flush()
}

const change = (where: FilterQuery<Customer>, columns: EntityData<Customer>) =>
  em.nativeUpdate(Customer, where, columns, { filters: false })
const remove = (writer: EntityManager, where: FilterQuery<Customer> = {}) =>
  writer.nativeDelete(Customer, where, { filters: false })
const deleted_at = new Date()

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
  await add(writer, 1, 250)
  expect([await readRowCount(writer, 'customer'), await counted()]).toEqual([250, 0])
  await writer.commit()
  expect(await counted()).toBe(250)
  await change({ id: { $lte: 'cus_2' } }, { deleted_at })
  await change({}, { deleted_at, first_name: 'x' })
  expect(await counted()).toBe(0)
  await change({ id: { $ne: 'cus_7' } }, { deleted_at: null })
  await remove(em, { id: ['cus_7', 'cus_8'] })
  expect(await counted()).toBe(248)
  await writer.begin()
  await remove(writer)
  await writer.rollback()
  expect(await counted()).toBe(248)
})

test('summing up keeps the count, also with simultaneous sums and writes', async () => {
  const before = await counted()
  const parts = async () => (await em.execute('select count(*)::int as count from row_count'))[0]!.count
  const writers = Array.from({ length: 3 }, async (_, k) => {
    const writer = em.fork()
    for (let i = 0; i < 60; i++) await add(writer, 1000 * (k + 1) + i)
  })
  const sums: number[] = []
  const summing = Array.from({ length: 30 }, async () => {
    await sumUpRowCounts(em.fork())
    sums.push(await counted())
  })
  await Promise.all([...writers, ...summing])
  expect(await counted()).toBe(before + 180)
  for (const sum of sums) expect(sum).toBeGreaterThanOrEqual(before)
  await change({}, { deleted_at })
  expect(await parts()).toBeGreaterThan(100)
  await sumUpRowCounts(em.fork())
  expect(await parts()).toBeLessThanOrEqual(100)
  expect(await counted()).toBe(0)
})

test('truncating a table resets its count', async () => {
  await add(em, 9001, 9010)
  expect(await counted()).toBe(10)
  await em.execute('truncate customer cascade')
  expect(await counted()).toBe(0)
  await add(em, 9001, 9002)
  expect(await counted()).toBe(2)
})
