/** Days, months or years from `first` to `last`, as dates of their first days. */
export interface Span {
  grain: 'day' | 'month' | 'year'
  first: string
  last: string
}

/** Returns the fewest years, months and days that a period consists of. `from` and `to` are dates. `to` is included. */
export function coverPeriod(from: string, to: string): Span[] {
  return split('year', from, to)
}

const SMALLER = { year: 'month', month: 'day' } as const

function split(grain: Span['grain'], from: string, to: string): Span[] {
  if (from > to) return []
  if (grain === 'day') return [{ grain, first: from, last: to }]
  const first = startOf(grain, dayAfter(from, -1), 1)
  const end = startOf(grain, dayAfter(to, 1))
  if (first >= end) return split(SMALLER[grain], from, to)
  return [
    ...split(SMALLER[grain], from, dayAfter(first, -1)),
    { grain, first, last: startOf(grain, end, -1) },
    ...split(SMALLER[grain], end, to),
  ]
}

/** Returns the first day of the month or year of a day, or of one `distance` later. */
function startOf(grain: 'month' | 'year', day: string, distance = 0): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const start = grain === 'year' ? Date.UTC(year + distance, 0) : Date.UTC(year, month - 1 + distance)
  return dateOf(start)
}

const DAY = 86_400_000
const dayAfter = (day: string, distance: number): string => dateOf(Date.parse(day) + distance * DAY)
const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10)
