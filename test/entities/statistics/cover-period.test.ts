import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coverPeriod } from '#entities/statistics/cover-period.ts'

const covered = (from: string, to: string) =>
  coverPeriod(from, to).map(({ grain, first, last, sign }) => `${sign < 0 ? '-' : ''}${grain} ${first} ${last}`)

test.each([
  ['2026-01-05', '2026-01-05', ['day 2026-01-05 2026-01-05']],
  ['2026-02-01', '2026-02-28', ['month 2026-02-01 2026-02-01']],
  ['2025-01-01', '2026-12-31', ['year 2025-01-01 2026-01-01']],
  [
    '2026-01-31',
    '2026-03-01',
    ['month 2026-02-01 2026-02-01', 'day 2026-01-31 2026-01-31', 'day 2026-03-01 2026-03-01'],
  ],
  [
    '2024-12-02',
    '2026-02-27',
    [
      'year 2025-01-01 2025-01-01',
      'month 2024-12-01 2024-12-01',
      '-day 2024-12-01 2024-12-01',
      'month 2026-01-01 2026-02-01',
      '-day 2026-02-28 2026-02-28',
    ],
  ],
  ['2026-01-01', '2026-11-30', ['year 2026-01-01 2026-01-01', '-month 2026-12-01 2026-12-01']],
  ['2024-02-28', '2024-02-29', ['day 2024-02-28 2024-02-29']],
  ['2026-01-02', '2026-01-01', []],
])('the period from %s to %s consists of few spans', (from, to, spans) => {
  expect(covered(from, to)).toEqual(spans)
})

const DAY = 86_400_000
const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10)
const FIRST = Date.parse('2023-01-01')

/** The days of a span, by its first and its last day, month or year. */
function daysOf({ grain, first, last }: ReturnType<typeof coverPeriod>[number]): string[] {
  const end = new Date(last)
  if (grain === 'day') end.setUTCDate(end.getUTCDate() + 1)
  if (grain === 'month') end.setUTCMonth(end.getUTCMonth() + 1)
  if (grain === 'year') end.setUTCFullYear(end.getUTCFullYear() + 1)
  const days = (end.getTime() - Date.parse(first)) / DAY
  return Array.from({ length: days }, (_, i) => dateOf(Date.parse(first) + i * DAY))
}

test('the spans contain each day of the period once and no other day', () => {
  const day = fc.integer({ min: 0, max: 1500 })
  fc.assert(
    fc.property(day, day, (one, other) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)]
      const counts = new Map<string, number>()
      const spans = coverPeriod(dateOf(FIRST + from * DAY), dateOf(FIRST + to * DAY))
      for (const span of spans) for (const date of daysOf(span)) counts.set(date, (counts.get(date) ?? 0) + span.sign)
      const expected = Array.from({ length: to - from + 1 }, (_, i) => dateOf(FIRST + (from + i) * DAY))
      expect([...counts].filter(([, count]) => count !== 0).toSorted()).toEqual(expected.map((date) => [date, 1]))
      expect(spans.length).toBeLessThanOrEqual(5)
    }),
  )
})
