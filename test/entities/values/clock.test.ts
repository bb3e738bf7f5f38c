import { afterAll, expect, test } from 'vitest'
import { assertExpiresLater } from '#entities/people/api-key/api-key.ts'
import { now, setClock } from '#entities/values/clock.ts'

const DAY = 24 * 60 * 60 * 1000
const setAhead = (ahead: number) => setClock(Date.now() + ahead)
// All tests of a process share the clock.
afterAll(() => setAhead(0))
// A difference below one millisecond is rounded to -0.
const ahead = () => Math.round((now().getTime() - Date.now()) / 1000) + 0

test('the clock follows PostgreSQL and ignores delayed readings', () => {
  setAhead(DAY)
  expect(ahead()).toBe(DAY / 1000)
  setAhead(DAY + 5000)
  expect(ahead()).toBe(DAY / 1000 + 5)
  setAhead(DAY)
  expect(ahead()).toBe(DAY / 1000 + 5)
})

test('the clock follows a PostgreSQL that is set back', () => {
  setAhead(DAY)
  setAhead(0)
  expect(ahead()).toBe(0)
})

test('an API key that has expired by the clock of PostgreSQL is refused', () => {
  setAhead(0)
  const inAnHour = new Date(Date.now() + 3_600_000)
  expect(() => assertExpiresLater(inAnHour)).not.toThrow()
  setAhead(DAY)
  expect(() => assertExpiresLater(inAnHour)).toThrow('expires_at must be in the future')
})
