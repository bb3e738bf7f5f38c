import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseTime } from '#entities/values/parse-time.ts'

test('a real time is the time that JavaScript reads', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }), (date) => {
      for (const text of [date.toISOString(), date.toISOString().slice(0, 10), date.toUTCString()])
        expect(parseTime(text)).toEqual(new Date(text))
    }),
  )
})

test.each([
  '2026-02-30',
  '2026-02-29',
  '2026-04-31T10:00:00Z',
  '2026-02-30T10:00:00.000+02:00',
  '2026/02/30',
  '2026-2-30',
  '02/30/2026',
  '30 Feb 2026',
  'Feb 30, 2026',
  'Mon, 30 Feb 2026 10:00:00 GMT',
  '2026-13-01',
  '2026-01-32',
  'tomorrow',
  '',
])('%j is no time', (text) => {
  expect(parseTime(text)).toBeUndefined()
})

test.each([
  '2028-02-29',
  'Feb 28 10:00:00 2026',
  '28 Feb 2026 23:59',
  '2026-12-31T24:00:00Z',
])('%j is a time', (text) => {
  expect(parseTime(text)).toEqual(new Date(text))
})
