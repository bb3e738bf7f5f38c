import { afterEach, expect, test, vi } from 'vitest'
import { openClone } from '#test/support/cloned-orm.ts'

afterEach(() => vi.useRealTimers())

test('a connection without use is kept for minutes, and then closed', async () => {
  await using clone = await openClone()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const connection = async () => (await clone.orm.em.execute('select pg_backend_pid() as pid'))[0]?.pid
  const first = await connection()
  vi.advanceTimersByTime(4 * 60_000)
  expect(await connection()).toBe(first)
  vi.advanceTimersByTime(6 * 60_000)
  expect(await connection()).not.toBe(first)
})
