import { expect, test } from 'vitest'
import { coverPeriod } from '#entities/statistics/cover-period.ts'

const covered = (from: string, to: string) =>
  coverPeriod(from, to).map(({ grain, first, last }) => `${grain} ${first} ${last}`)

test.each([
  ['2026-01-05', '2026-01-05', ['day 2026-01-05 2026-01-05']],
  ['2026-02-01', '2026-02-28', ['month 2026-02-01 2026-02-01']],
  ['2025-01-01', '2026-12-31', ['year 2025-01-01 2026-01-01']],
  [
    '2026-01-31',
    '2026-03-01',
    ['day 2026-01-31 2026-01-31', 'month 2026-02-01 2026-02-01', 'day 2026-03-01 2026-03-01'],
  ],
  [
    '2024-12-02',
    '2026-02-27',
    [
      'day 2024-12-02 2024-12-31',
      'year 2025-01-01 2025-01-01',
      'month 2026-01-01 2026-01-01',
      'day 2026-02-01 2026-02-27',
    ],
  ],
  ['2024-02-28', '2024-02-29', ['day 2024-02-28 2024-02-29']],
])('the period from %s to %s consists of few spans', (from, to, spans) => {
  expect(covered(from, to)).toEqual(spans)
})
