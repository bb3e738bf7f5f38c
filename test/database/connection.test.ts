import type { MikroORM } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defer, statement } from '#database/statement.ts'
import { Deadline, runWithDeadline } from '#server/base/deadline.ts'
import { openDatabase } from '#server/shop/open-database.ts'
import { cloneDatabase } from '#test/support/postgres.ts'

const ending = new AsyncDisposableStack()
afterAll(() => ending.disposeAsync())

/* Each pool has one connection, so each test meets the state that the previous one left. */
let orm: MikroORM
let pooled: MikroORM
beforeAll(async () => {
  const { url } = ending.use(await cloneDatabase())
  const open = async (prepares: boolean) => {
    const opened = await openDatabase(url, { prepares, poolMax: 1, timeouts: { wait: 7000, statement: 50_000 } })
    ending.defer(() => opened.close())
    return opened
  }
  orm = await open(true)
  pooled = await open(false)
  await orm.em.execute('create table thing (id int primary key)')
})

const add = statement('insert into thing (id) values ($1)')
const ids = statement<{ id: number }>('select id from thing order by id')
const long = statement<{ count: number }>('select count(*)::int from generate_series(1, 300000)')
const timeouts = statement('select current_setting($1) as found')

describe('a request after its deadline', () => {
  test('a transaction of an expired request releases its connection', async () => {
    const deadline = new Deadline()
    deadline.end()
    const late = () => orm.em.fork().transactional((em) => add(em, 1))
    await expect(runWithDeadline(deadline, late)).rejects.toMatchObject({ code: '57014' })
    await expect(runWithDeadline(deadline, late)).rejects.toMatchObject({ code: '57014' })
    expect(await ids(orm.em.fork())).toEqual([])
  })

  test('an expired request does not cancel the next query of its connection', async () => {
    for (let turn = 0; turn < 20; turn++) {
      const deadline = new Deadline()
      const stopped = runWithDeadline(deadline, () => ids(orm.em.fork())).catch(() => [])
      // Until the connection runs the query.
      await new Promise((resolve) => setImmediate(resolve))
      deadline.end()
      await stopped
      expect(await long(orm.em.fork())).toEqual([{ count: 300_000 }])
    }
  })
})

test('a transaction with a failed statement cannot be committed', async () => {
  const em = orm.em.fork()
  await em.begin()
  await add(em, 10)
  await add(em, 10).catch(() => {})
  await expect(em.commit()).rejects.toThrow('cannot be committed')
  await em.rollback()
  expect(await ids(orm.em.fork())).toEqual([])
})

describe('deferred statements', () => {
  test('a failing deferred statement fails the transaction', async () => {
    const work = orm.em.fork().transactional(async (em) => {
      await add(em, 20)
      await defer(em, add.with(21), add.with(20))
    })
    await expect(work).rejects.toMatchObject({ code: '23505' })
    expect(await ids(orm.em.fork())).toEqual([])
  })

  test('a rolled back transaction does not send its deferred statements', async () => {
    for (const first of [async () => [], (em: MikroORM['em']) => ids(em)]) {
      const em = orm.em.fork()
      await em.begin()
      await first(em)
      await defer(em, add.with(30))
      await em.rollback()
      await orm.em.fork().transactional((next) => ids(next))
      expect(await ids(orm.em.fork())).toEqual([])
    }
  })

  test('deferred statements are not sent after a failed statement', async () => {
    const work = orm.em.fork().transactional(async (em) => {
      await defer(em, add.with(40))
      await em.execute('select 1 / 0')
    })
    await expect(work).rejects.toMatchObject({ code: '22012' })
    expect(await ids(orm.em.fork())).toEqual([])
  })

  test('a savepoint that is rolled back discards its deferred statements', async () => {
    await orm.em.fork().transactional(async (em) => {
      await defer(em, add.with(50))
      const inner = em.transactional(async (nested) => {
        await defer(nested, add.with(51))
        throw new Error('No')
      })
      await expect(inner).rejects.toThrow('No')
    })
    expect(await ids(orm.em.fork())).toEqual([{ id: 50 }])
    await orm.em.execute('delete from thing')
  })

  test('deferred statements run at once without a transaction', async () => {
    await defer(orm.em.fork(), add.with(60), add.with(61))
    expect(await ids(orm.em.fork())).toEqual([{ id: 60 }, { id: 61 }])
    await expect(defer(orm.em.fork(), add.with(62), add.with(60))).rejects.toMatchObject({ code: '23505' })
    expect(await ids(orm.em.fork())).toEqual([{ id: 60 }, { id: 61 }])
    await orm.em.execute('delete from thing')
  })
})

describe('with a connection pooler', () => {
  const settingOf = async (em: MikroORM['em'], name: string) => (await timeouts(em, name))[0]

  test('each transaction sets its timeouts, and the session keeps the defaults', async () => {
    await pooled.em.fork().transactional(async (em) => {
      expect(await settingOf(em, 'lock_timeout')).toEqual({ found: '7s' })
      expect(await settingOf(em, 'statement_timeout')).toEqual({ found: '50s' })
      expect(await settingOf(em, 'idle_in_transaction_session_timeout')).toEqual({ found: '5min' })
    })
    expect(await settingOf(pooled.em.fork(), 'lock_timeout')).toEqual({ found: '0' })
    expect(await settingOf(orm.em.fork(), 'lock_timeout')).toEqual({ found: '7s' })
  })

  test('a transaction sets its timeouts before any first statement', async () => {
    await pooled.em.fork().transactional(async (em) => {
      expect(await em.execute('show lock_timeout')).toEqual([{ lock_timeout: '7s' }])
      await defer(em, add.with(70))
      expect(await em.execute('select id from thing where id = ?', [70])).toEqual([{ id: 70 }])
    })
    const em = pooled.em.fork()
    await em.begin()
    await em.commit()
    await em.begin()
    await defer(em, add.with(71))
    await em.commit()
    expect(await ids(orm.em.fork())).toEqual([{ id: 70 }, { id: 71 }])
  })
})

test('a script with a function in standard SQL runs as the first statement of its transaction', async () => {
  const script = `
    create table counter (id int);
    create function one_of_counter() returns int begin atomic select count(*)::int from counter; select 1; end;
    insert into counter select one_of_counter()`
  const work = orm.em.fork().transactional(async (em) => {
    await em.execute(script)
    expect(await em.execute('select id from counter')).toEqual([{ id: 1 }])
    throw new Error('rolled back')
  })
  await expect(work).rejects.toThrow('rolled back')
  expect(await orm.em.execute(`select to_regclass('counter') as name`)).toEqual([{ name: null }])
})
