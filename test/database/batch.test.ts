import type { MikroORM } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batch, statement } from '#database/statement.ts'
import { autoPlanStatement } from '#entities/catalogue/search/search-products.ts'
import { openClone } from '#test/support/cloned-orm.ts'

const ending = new AsyncDisposableStack()
let orm: MikroORM
beforeAll(async () => {
  orm = ending.use(await openClone()).orm
  await orm.em.execute('create table thing (id int primary key, name text not null)')
})
afterAll(() => ending.disposeAsync())

const add = statement('insert into thing (id, name) values ($1, $2)')
const addAll = statement('insert into thing (id, name) select given, $2 from unnest($1::int[]) given')
const all = statement<{ id: number; name: string }>('select id, name from thing order by id')
const named = statement<{ id: number }>('select id from thing where name = $1 order by id')
const inTransaction = statement<{ is_open: boolean }>(
  'select statement_timestamp() > transaction_timestamp() as is_open where pg_sleep(0.001) is not null',
)

test('a batch runs its statements in order and returns the rows of each', async () => {
  const em = orm.em.fork()
  const answers = await batch(em, add.with(1, 'one'), addAll.with([2, 3], 'more'), named.with('more'), all.with())
  expect(answers).toEqual([
    [],
    [],
    [{ id: 2 }, { id: 3 }],
    [
      { id: 1, name: 'one' },
      { id: 2, name: 'more' },
      { id: 3, name: 'more' },
    ],
  ])
})

test('a batch of one statement returns a list of results', async () => {
  const em = orm.em.fork()
  expect(await batch(em, named.with('one'))).toEqual([[{ id: 1 }]])
  expect(await em.transactional((inner) => batch(inner, named.with('one')))).toEqual([[{ id: 1 }]])
})

test('a batch with a failing statement changes nothing and leaves the connection usable', async () => {
  const em = orm.em.fork()
  const again = statement('insert into thing (id, name) values ($1, $2) returning id')
  await expect(batch(em, again.with(10, 'ten'), add.with(1, 'one'), all.with())).rejects.toMatchObject({
    code: '23505',
  })
  const [ten, one] = await batch(em, again.with(10, 'ten'), named.with('one'))
  expect([ten, one]).toEqual([[{ id: 10 }], [{ id: 1 }]])
})

test('a transaction begins with its first statement', async () => {
  for (const first of [
    (em: MikroORM['em']) => batch(em, add.with(20, 'twenty'), all.with()),
    (em: MikroORM['em']) => add(em, 20, 'twenty'),
    (em: MikroORM['em']) => em.execute(`insert into thing (id, name) values (20, 'twenty')`),
  ]) {
    const em = orm.em.fork()
    await em.begin()
    await first(em)
    expect(await inTransaction(em)).toEqual([{ is_open: true }])
    await em.rollback()
    expect(await named(em, 'twenty')).toEqual([])
  }
})

test('a transaction without statements leaves its connection usable', async () => {
  const em = orm.em.fork()
  await em.begin()
  await em.commit()
  await em.begin()
  await em.rollback()
  await add(em, 30, 'thirty')
  expect(await named(orm.em.fork(), 'thirty')).toEqual([{ id: 30 }])
})

test('a transaction whose first statement fails can be rolled back', async () => {
  const em = orm.em.fork()
  await expect(em.transactional((inner) => add(inner, 1, 'one'))).rejects.toMatchObject({ code: '23505' })
  await em.transactional((inner) => batch(inner, add.with(40, 'forty'), all.with()))
  expect(await named(em, 'forty')).toEqual([{ id: 40 }])
})

test('a prepared statement returns the same rows after earlier failures', async () => {
  const em = orm.em.fork()
  const read = statement<object>('select $1::int as n, null as nothing, 6 / $1::int as part, true as yes')
  await expect(read(em, 'x')).rejects.toMatchObject({ code: '22P02' })
  await expect(batch(em, all.with(), read.with(0))).rejects.toMatchObject({ code: '22012' })
  const answer = [{ n: 2, nothing: null, part: 3, yes: true }]
  for (let turn = 0; turn < 3; turn++) {
    expect(await read(em, 2)).toEqual(answer)
    expect(await batch(em, read.with(2), read.with(2))).toEqual([answer, answer])
  }
})

test('a batch uses generic plans, except after `autoPlanStatement`', async () => {
  const em = orm.em.fork()
  const mode = statement<{ mode: string }>(`select current_setting('plan_cache_mode') as mode`)
  const [before] = await batch(em, mode.with())
  const [, planned] = await batch(em, autoPlanStatement, mode.with())
  const [after] = await batch(em, mode.with())
  expect([before, planned, after]).toEqual([
    [{ mode: 'force_generic_plan' }],
    [{ mode: 'auto' }],
    [{ mode: 'force_generic_plan' }],
  ])
})
