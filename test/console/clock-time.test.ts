import { expect, test } from 'vitest'
import { clockTime, momentOf } from '#console/components/clock-time.ts'

test.each([
  ['2026-01-01T00:00', 'UTC', '2026-01-01T00:00'],
  ['2026-06-01T00:00', 'Asia/Kolkata', '2026-05-31T18:30'],
  ['2026-03-29T01:59', 'Europe/Berlin', '2026-03-29T00:59'],
  ['2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00'],
  ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30'],
  ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30'],
])('clocks show %s in %s at %s in UTC', (text, zone, utc) => {
  const moment = momentOf(text, zone)
  expect(clockTime(moment, 'UTC')).toBe(utc)
  expect(clockTime(moment, zone)).toBe(text)
})

test('a time that clocks skip is the one an hour later', () => {
  expect(clockTime(momentOf('2026-03-29T02:30', 'Europe/Berlin'), 'Europe/Berlin')).toBe('2026-03-29T03:30')
})
