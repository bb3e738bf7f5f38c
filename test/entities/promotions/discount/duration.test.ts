import { expect, test } from 'vitest'
import { endOfDuration, isDuration } from '#entities/promotions/discount/duration.ts'

test.each([
  'P1Y',
  'P2M',
  'P3W',
  'P4D',
  'PT5H',
  'PT6M',
  'PT7S',
  'P1Y2M3W4DT5H6M7S',
  'P10Y20M30W40DT50H60M70S',
])('%s is a duration', (text) => {
  expect(isDuration(text)).toBe(true)
})

test.each([
  '',
  'P',
  'PT',
  'P1DT',
  'one day',
  '1D',
  'P1H',
  'PT1D',
  'P-1D',
  'P1.5D',
  'p1d',
  'P1D ',
  ' P1D',
])('%j is not a duration', (text) => {
  expect(isDuration(text)).toBe(false)
})

test.each([
  ['2026-01-15T10:00:00.500Z', 'P1D', '2026-01-16T10:00:00.500Z'],
  ['2026-01-15T10:00:00.000Z', 'P1Y2M3W4DT5H6M7S', '2027-04-09T15:06:07.000Z'],
  ['2026-01-15T10:00:00.000Z', 'PT36H', '2026-01-16T22:00:00.000Z'],
  ['2026-01-31T10:00:00.000Z', 'P1M', '2026-02-28T10:00:00.000Z'],
  ['2028-02-29T10:00:00.000Z', 'P1Y', '2029-02-28T10:00:00.000Z'],
  ['2026-12-31T10:00:00.000Z', 'P1M', '2027-01-31T10:00:00.000Z'],
])('from %s, the duration %s ends at %s', (start, duration, end) => {
  expect(endOfDuration(new Date(start), duration).toISOString()).toBe(end)
})

test('a duration beyond the maximum date has an invalid end', () => {
  expect(endOfDuration(new Date(), 'P999999999999Y').getTime()).toBeNaN()
})
