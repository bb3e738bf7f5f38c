import { expect, test } from 'vitest'
import { fiscalYear, yearBefore } from '#console/screens/home/fiscal-year.ts'

test.each([
  { today: '2026-11-30', startMonth: 4, years: ['2026-04-01 2027-03-31', '2025-04-01 2026-03-31'] },
  { today: '2026-03-31', startMonth: 4, years: ['2025-04-01 2026-03-31', '2024-04-01 2025-03-31'] },
  { today: '2026-04-01', startMonth: 4, years: ['2026-04-01 2027-03-31', '2025-04-01 2026-03-31'] },
  { today: '2026-11-30', startMonth: 1, years: ['2026-01-01 2026-12-31', '2025-01-01 2025-12-31'] },
  { today: '2026-11-30', startMonth: 12, years: ['2025-12-01 2026-11-30', '2024-12-01 2025-11-30'] },
  { today: '2029-02-28', startMonth: 3, years: ['2028-03-01 2029-02-28', '2027-03-01 2028-02-29'] },
])('on $today, fiscal years that begin in month $startMonth are $years', ({ today, startMonth, years }) => {
  const found = [0, 1].map((before) => fiscalYear({ today, startMonth }, before))
  expect(found.map(({ from, to }) => `${from} ${to}`)).toEqual(years)
})

test('the day of the year before the 29th of February is the 28th', () => {
  expect(['2028-02-29', '2029-03-01', '2026-12-31'].map(yearBefore)).toEqual(['2027-02-28', '2028-03-01', '2025-12-31'])
})
