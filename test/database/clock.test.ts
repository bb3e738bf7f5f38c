import { afterAll, expect, test } from 'vitest'
import { now, setClock } from '#database/clock.ts'
import { assertEndsLater } from '#entities/people/api-key/lock-keys.ts'

const DAY = 24 * 60 * 60 * 1000
const tell = (ahead: number) => setClock(Date.now() + ahead)
// Other files share the clock.
afterAll(() => tell(0))
// What is a millisecond behind is rounded to -0.
const ahead = () => Math.round((now().getTime() - Date.now()) / 1000) + 0

test('the clock is that of PostgreSQL, of which nothing is believed that was only late', () => {
  tell(DAY)
  expect(ahead()).toBe(DAY / 1000)
  tell(DAY + 5000)
  expect(ahead()).toBe(DAY / 1000 + 5)
  tell(DAY)
  expect(ahead()).toBe(DAY / 1000 + 5)
})

test('a PostgreSQL whose clock is set back is believed', () => {
  tell(DAY)
  tell(0)
  expect(ahead()).toBe(0)
})

test('an API key that would have ended there already is refused', () => {
  tell(0)
  const inAnHour = new Date(Date.now() + 3_600_000)
  expect(() => assertEndsLater(inAnHour)).not.toThrow()
  tell(DAY)
  expect(() => assertEndsLater(inAnHour)).toThrow('expires_at must be in the future')
})
