import type { MikroORM } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertRow } from '#database/rows.ts'
import { defer, statement } from '#database/statement.ts'
import { inTransaction } from '#database/transaction.ts'
import { Currency } from '#entities/market/currency/currency.ts'
import { ReturnReason } from '#entities/orders/return/return-reason.ts'
import { Address } from '#entities/people/customer/address.ts'
import { openDatabase } from '#server/shop/open-database.ts'
import { cloneDatabase } from '#test/support/postgres.ts'
import { untyped } from '#test/support/untyped.ts'

const ending = new AsyncDisposableStack()
afterAll(() => ending.disposeAsync())

/* The pool has one connection: if a test does not release it, the next one waits until its timeout. */
let orm: MikroORM
beforeAll(async () => {
  const { url } = ending.use(await cloneDatabase())
  orm = await openDatabase(url, { poolMax: 1, timeouts: { wait: 15_000, statement: 15_000 } })
  ending.defer(() => orm.close())
})

const reason = (value: string) => ({ value, label: value })
const exists = async (value: string) => (await orm.em.fork().count(ReturnReason, { value })) === 1
const cities = statement<{ city: string }>('select city from address where city = $1')
const fail = statement('select 1 / (random() * 0)::int')

describe('a transaction', () => {
  test('a transaction contains entities, inserted rows, statements and savepoints', async () => {
    const em = orm.em.fork()
    await em.begin()
    em.create(ReturnReason, reason('outer'), { persist: true })
    insertRow(em, Address, { city: 'Bonn' })
    await em.flush()
    expect(await cities(em, 'Bonn')).toEqual([{ city: 'Bonn' }])
    const nested = em.transactional(async (inner) => {
      inner.create(ReturnReason, reason('nested'), { persist: true })
      await inner.flush()
      expect(await cities(inner, 'Bonn')).toHaveLength(1)
      throw new Error('No')
    })
    await expect(nested).rejects.toThrow('No')
    await em.transactional(async (inner) => {
      inner.create(ReturnReason, reason('kept'), { persist: true })
    })
    await em.commit()
    expect(em.isInTransaction()).toBe(false)
    expect(await Promise.all(['outer', 'nested', 'kept'].map(exists))).toEqual([true, false, true])
    expect(await cities(orm.em.fork(), 'Bonn')).toHaveLength(1)
  })

  test('a transaction that is rolled back changes nothing', async () => {
    const em = orm.em.fork()
    await em.begin()
    em.create(ReturnReason, reason('gone'), { persist: true })
    insertRow(em, Address, { city: 'Gone' })
    await em.flush()
    await em.rollback()
    expect(em.isInTransaction()).toBe(false)
    expect([await exists('gone'), await cities(em, 'Gone')]).toEqual([false, []])
  })

  test.each([
    ['work', (em: Parameters<typeof fail>[0]) => fail(em)],
    ['the commit', async (em: Parameters<typeof fail>[0]) => void (await fail(em).catch(() => {}))],
  ])('a transaction releases its connection if %s fails', async (_, work) => {
    for (let times = 0; times < 3; times++) await expect(inTransaction(orm.em, work)).rejects.toThrow()
    expect(await inTransaction(orm.em, (em) => cities(em, 'nowhere'))).toEqual([])
  })

  test('a transaction that is rolled back rejects late statements', async () => {
    const em = orm.em.fork()
    await em.begin()
    const late = { getTransactionContext: <T>() => untyped<T>(transaction), getConnection: () => em.getConnection() }
    const transaction = em.getTransactionContext<object>()
    const [, queued, failed] = await Promise.allSettled([
      em.execute('select pg_sleep(0.1)'),
      em.execute(
        "insert into note (id, created_at, updated_at, value, resource_type, resource_id) values ('late', now(), now(), '', '', '')",
      ),
      fail(em),
    ])
    expect(failed.status).toBe('rejected')
    expect(queued.status).toBe('rejected')
    await em.rollback()
    await inTransaction(orm.em, async (next) => {
      await cities(next, 'nowhere')
      await expect(cities(late, 'nowhere')).rejects.toThrow('has already ended')
    })
    expect(await orm.em.fork().execute("select from note where id = 'late'")).toEqual([])
  })

  test('the stack trace of a failed statement contains the caller', async () => {
    const runHere = () => inTransaction(orm.em, async (em) => await fail(em))
    await expect(runHere()).rejects.toMatchObject({ stack: expect.stringContaining(import.meta.filename) })
    const aloneHere = async () => await fail(orm.em.fork())
    await expect(aloneHere()).rejects.toMatchObject({ stack: expect.stringContaining('aloneHere') })
  })

  test('the stack trace of a failed deferred statement contains its text', async () => {
    const work = inTransaction(orm.em, async (em) => {
      await defer(em, fail.with())
      await cities(em, 'nowhere')
    })
    await expect(work).rejects.toMatchObject({
      stack: expect.stringContaining('in the statement: select 1 / (random()'),
    })
  })

  test('a transaction notifies its subscribers', async () => {
    const calls: string[] = []
    const em = orm.em.fork({ freshEventManager: true })
    em.getEventManager().registerSubscriber({
      afterTransactionStart: () => void calls.push('start'),
      beforeTransactionCommit: () => void calls.push('commit'),
    })
    for (const one of [em, em.fork()]) await inTransaction(one, (tx) => cities(tx, 'nowhere'))
    expect(calls).toEqual(['start', 'commit', 'start', 'commit'])
  })
})

test('a flush writes changes of entities that were not persisted explicitly', async () => {
  const em = orm.em.fork()
  const euro = await em.findOneOrFail(Currency, { code: 'eur' })
  euro.name = 'Euros'
  await em.flush()
  expect((await orm.em.fork().findOneOrFail(Currency, { code: 'eur' })).name).toBe('Euros')
  const added = em.create(ReturnReason, reason('added'), { persist: true })
  await em.flush()
  expect(await exists('added')).toBe(true)
  em.remove(added)
  await em.flush()
  expect(await exists('added')).toBe(false)
})

test('forks have separate identity maps', async () => {
  const [one, other] = [orm.em.fork(), orm.em.fork()]
  const euros = await Promise.all([one, other].map((em) => em.findOneOrFail(Currency, { code: 'eur' })))
  expect(euros[0]).not.toBe(euros[1])
  expect([...other.getUnitOfWork().getIdentityMap()]).toHaveLength(1)
})
