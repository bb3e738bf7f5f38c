import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { gatherNews } from '#server/jobs/gathering.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('one look follows the news of several jobs, and each news has a look that begins after it', () => {
  const looks: number[] = []
  const start = Date.now()
  const pool = { nudge: () => void looks.push(Date.now() - start) }
  gatherNews(pool)
  const tell = pool.nudge as (count: number) => void
  tell(1)
  vi.advanceTimersByTime(150)
  tell(3)
  expect(looks).toEqual([])
  vi.advanceTimersByTime(50)
  expect(looks).toEqual([200])
  vi.advanceTimersByTime(1000)
  expect(looks).toEqual([200])
  tell(1)
  vi.advanceTimersByTime(1000)
  expect(looks).toEqual([200, 1400])
})
