import { expect, test } from 'vitest'
import { tryWithSessionLock, withSessionLock } from '#server/database/session-lock.ts'
import { cloneDatabase, executeSql } from '../../support/postgres.ts'

const NAME = 'test of session locks'
const isFree = (url: string) =>
  tryWithSessionLock(url, { name: NAME, refusal: () => new Error('taken'), work: async () => true }).catch(() => false)

test('a lock outlives the limit of idle sessions, and ends with its work', async () => {
  await using database = await cloneDatabase()
  const { url } = database
  await executeSql(url, `alter database "${new URL(url).pathname.slice(1)}" set idle_session_timeout = '50ms'`)
  const during = await withSessionLock(url, { name: NAME }, async () => {
    await executeSql(url, 'select pg_sleep(0.3)')
    return isFree(url)
  })
  expect([during, await isFree(url)]).toEqual([false, true])
})

test('a wait for a lock shows its holder, and can be ended', async () => {
  await using database = await cloneDatabase()
  const { url } = database
  const seen: (string | undefined)[] = []
  const wait = () =>
    withSessionLock(
      url,
      {
        name: NAME,
        holder: 'the second',
        onWait(holder) {
          seen.push(holder)
          if (seen.length === 2) throw new Error('ended')
        },
      },
      async () => 'worked',
    )
  await withSessionLock(url, { name: NAME, holder: 'the first' }, async () => {
    await expect(wait()).rejects.toThrow('ended')
    const rows = await executeSql(url, `select from pg_stat_activity where application_name = 'the second'`)
    expect(rows).toEqual([])
  })
  expect(seen).toEqual(['the first', 'the first'])
  expect(await wait()).toBe('worked')
})

test('sessions get the lock in the order in which they began to wait, also after many rounds', async () => {
  await using database = await cloneDatabase()
  const { url } = database
  await executeSql(url, `alter database "${new URL(url).pathname.slice(1)}" set statement_timeout = '500ms'`)
  const order: string[] = []
  let rounds = 0
  const waitAs = (holder: string) => {
    const begun = Promise.withResolvers<void>()
    const onWait = () => {
      begun.resolve()
      rounds += 1
    }
    const done = withSessionLock(url, { name: NAME, holder, onWait }, async () => void order.push(holder))
    return { begun: begun.promise, done }
  }
  const waiting: Promise<void>[] = []
  await withSessionLock(url, { name: NAME, holder: 'the first' }, async () => {
    for (const holder of ['the second', 'the third', 'the fourth']) {
      const { begun, done } = waitAs(holder)
      waiting.push(done)
      await begun
    }
    while (rounds < 9) await executeSql(url, 'select pg_sleep(0.1)')
  })
  await Promise.all(waiting)
  expect(order).toEqual(['the second', 'the third', 'the fourth'])
})

test('a wait without a listener ends with the lock', async () => {
  await using database = await cloneDatabase()
  const { url } = database
  let hasEnded = false
  const waiting = await withSessionLock(url, { name: NAME }, async () => {
    const work = withSessionLock(url, { name: NAME }, async () => hasEnded)
    await executeSql(url, 'select pg_sleep(0.2)')
    hasEnded = true
    return { work }
  })
  expect(await waiting.work).toBe(true)
})
