import type { MikroORM } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batch, defer, statement } from '#database/statement.ts'
import { openClone } from '#test/support/cloned-orm.ts'

const ending = new AsyncDisposableStack()
let orm: MikroORM
beforeAll(async () => {
  orm = ending.use(await openClone()).orm
  await orm.em.execute('create table thing (id int primary key)')
})
afterAll(() => ending.disposeAsync())

const UP_TO = 'select id from generate_series(1, $1::int) id'
const upTo = statement<{ id: number }>(UP_TO)
const add = statement('insert into thing (id) values ($1)')
const things = statement<{ id: number }>('select id from thing order by id')
const shareOf = statement<{ share: number }>('select 10 / (3 - id) as share from generate_series(1, $1::int) id')

async function collect<Row extends object>(run: (onRow: (row: Row) => void) => Promise<unknown>): Promise<Row[]> {
  const rows: Row[] = []
  await run((row) => rows.push(row))
  return rows
}

test.each([
  ['prepared', upTo.with(3)],
  ['unprepared', { sql: `${UP_TO} where true`, parameters: [3] }],
])('a stream of %s statements delivers each row in order', async (_, bound) => {
  for (let times = 0; times < 2; times++) {
    const rows = await collect((onRow) => batch(orm.em.fork(), { ...bound, onRow }))
    expect(rows).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
  }
})

test('a stream delivers a row before the next ones arrive', async () => {
  const holder = orm.em.fork()
  await holder.begin()
  await holder.execute('select pg_advisory_xact_lock(7)')
  const padding = 'x'.repeat(20_000)
  const waiting = statement<{ id: number }>(`
    select 1 as id, '${padding}' as padding
    union all select 2, pg_advisory_xact_lock_shared(7)::text`)
  const rows: number[] = []
  let released: Promise<void> | undefined
  const take = ({ id }: { id: number }) => {
    rows.push(id)
    released ??= holder.rollback()
  }
  await batch(orm.em.fork(), { ...waiting.with(), onRow: take })
  await released
  expect(rows).toEqual([1, 2])
})

test('a stream in a transaction contains its uncommitted changes', async () => {
  const em = orm.em.fork()
  await em.begin()
  await defer(em, add.with(1))
  expect(await collect((take) => batch(em, { ...things.with(), onRow: take }))).toEqual([{ id: 1 }])
  await em.rollback()
  expect(await things(orm.em.fork())).toEqual([])
})

test('a failed stream leaves its connection usable', async () => {
  const em = orm.em.fork()
  await expect(batch(em, { ...shareOf.with(3), onRow: () => {} })).rejects.toMatchObject({ code: '22012' })
  const cannot = () => {
    throw new Error('cannot')
  }
  await expect(batch(em, { ...upTo.with(3), onRow: cannot })).rejects.toThrow('cannot')
  expect(await upTo(em, 2)).toEqual([{ id: 1 }, { id: 2 }])
})
