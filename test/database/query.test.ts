import type { MikroORM } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyOf } from '#database/query.ts'
import { lockRow } from '#database/rows.ts'
import { batch, defer } from '#database/statement.ts'
import { inTransaction } from '#database/transaction.ts'
import { ReturnReason } from '#entities/orders/return/return-reason.ts'
import { query } from '#entities/query.ts'
import { openClone } from '#test/support/cloned-orm.ts'

const cleanup = new AsyncDisposableStack()
let orm: MikroORM
beforeAll(async () => {
  orm = cleanup.use(await openClone()).orm
})
afterAll(() => cleanup.disposeAsync())

const labels = query((db, value: string) =>
  db
    .selectFrom('return_reason')
    .select(['label', 'deleted_at'])
    .where('value', '=', value)
    .where('deleted_at', 'is', null),
)
const setLabel = query((db, label: string, value: string) =>
  db.updateTable('return_reason').set({ label }).where('value', '=', value),
)

async function addReason(value: string): Promise<string> {
  const em = orm.em.fork()
  const reason = em.create(ReturnReason, { value, label: 'Before' }, { persist: true })
  await em.flush()
  return reason.id
}

test('a query passes each parameter to its own place', async () => {
  await addReason('first')
  await addReason('second')
  const em = orm.em.fork()
  expect(await setLabel(em, 'After', 'first')).toEqual([])
  expect(await labels(em, 'first')).toEqual([{ label: 'After', deleted_at: null }])
  expect(await labels(em, 'second')).toEqual([{ label: 'Before', deleted_at: null }])
})

test('anyOf matches the values of a list', async () => {
  const [one, two] = [await addReason('listed'), await addReason('listed too')]
  const values = query((db, ids: readonly string[]) =>
    db.selectFrom('return_reason').select('value').where('id', '=', anyOf(ids)).orderBy('value'),
  )
  expect(await values(orm.em.fork(), [one, two])).toEqual([{ value: 'listed' }, { value: 'listed too' }])
  expect(await values(orm.em.fork(), [])).toEqual([])
})

test('a query with a default parameter throws at its declaration', () => {
  expect(() =>
    query((db, value: string, label: string | undefined = 'x') =>
      db.updateTable('return_reason').set({ label }).where('value', '=', value),
    ),
  ).toThrow('The query must not have a default or rest parameter: update "return_reason"')
})

test('a query with a rest parameter throws at its declaration', () => {
  expect(() =>
    query((db, ...values: string[]) => db.selectFrom('return_reason').select('id').where('value', 'in', values)),
  ).toThrow('The query must not have a default or rest parameter')
})

test('a query that changes a parameter, or does not use one, throws at its declaration', () => {
  expect(() =>
    query((db, metadata: object) => db.updateTable('return_reason').set({ metadata: { nested: metadata } })),
  ).toThrow('The query must hand parameter 1 on to Kysely unchanged: update "return_reason"')
  expect(() =>
    query((db, value: string, _id: string) => db.selectFrom('return_reason').select('id').where('value', '=', value)),
  ).toThrow('The query must hand parameter 2 on')
})

test('queries run in batches and can be deferred', async () => {
  await addReason('third')
  await inTransaction(orm.em, async (em) => {
    await defer(em, setLabel.with('Deferred', 'third'))
    const [found] = await batch(em, labels.with('third'))
    expect(found).toEqual([{ label: 'Deferred', deleted_at: null }])
  })
})

test('lockRow tracks the row and returns null for a missing or deleted one', async () => {
  const id = await addReason('locked')
  await inTransaction(orm.em, async (em) => {
    const reason = await lockRow(em, ReturnReason, { id })
    reason!.label = 'Changed'
    expect(await lockRow(em, ReturnReason, { id: 'rr_missing' })).toBeNull()
  })
  expect(await labels(orm.em.fork(), 'locked')).toMatchObject([{ label: 'Changed' }])
  await inTransaction(orm.em, async (em) => {
    const reason = await lockRow(em, ReturnReason, { id })
    reason!.deleted_at = new Date()
    await em.flush()
    expect(await lockRow(em, ReturnReason, { id })).toBeNull()
  })
})

test('lockRow waits for the transaction that holds the row', async () => {
  const id = await addReason('contested')
  const order: string[] = []
  let locked = () => {}
  const isLocked = new Promise<void>((resolve) => {
    locked = resolve
  })
  const first = inTransaction(orm.em, async (em) => {
    await lockRow(em, ReturnReason, { id })
    locked()
    await em.execute('select pg_sleep(0.1)')
    order.push('first')
  })
  await isLocked
  const second = inTransaction(orm.em, async (em) => {
    await lockRow(em, ReturnReason, { id })
    order.push('second')
  })
  await Promise.all([first, second])
  expect(order).toEqual(['first', 'second'])
})
