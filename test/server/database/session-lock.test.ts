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
