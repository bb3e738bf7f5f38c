/** Days, months or years from `first` to `last`, as dates of their first days. */
export interface Span {
  grain: Grain
  first: string
  last: string
  /** -1 for days outside of the period that another span contains. */
  sign: 1 | -1
}

type Grain = 'day' | 'month' | 'year'

/**
 * Returns few years, months and days whose sums add up to the sum of a period: ten months are a year without two months. `from` and
 * `to` are dates. `to` is included.
 */
export function coverPeriod(from: string, to: string): Span[] {
  const last = to < LAST_DAY ? to : LAST_DAY
  return from > last ? [] : cover('year', { start: from, end: dayAfter(last, 1) })
}

/** Dates after it would have five digits for the year. */
const LAST_DAY = '9998-12-31'

/** `end` is the day after the last one. */
interface Range {
  start: string
  end: string
}

const SMALLER = { year: 'month', month: 'day' } as const

function cover(grain: Grain, { start, end }: Range): Span[] {
  if (start === end) return []
  if (grain === 'day') return [{ grain, first: start, last: dayAfter(end, -1), sign: 1 }]
  const smaller = SMALLER[grain]
  const [first, after] = [nearestStart(grain, start), nearestStart(grain, end)]
  if (first >= after) return cover(smaller, { start, end })
  return [
    { grain, first, last: startOf(grain, after, -1), sign: 1 },
    ...coverDifference(smaller, start, first),
    ...coverDifference(smaller, after, end),
  ]
}

/** Covers the days from `start` to before `end`, or takes away those from `end` to before `start`. */
const coverDifference = (grain: Grain, start: string, end: string): Span[] =>
  start <= end
    ? cover(grain, { start, end })
    : cover(grain, { start: end, end: start }).map((span) => ({ ...span, sign: span.sign === 1 ? -1 : 1 }))

function nearestStart(grain: 'month' | 'year', day: string): string {
  const [before, after] = [startOf(grain, day), startOf(grain, day, 1)]
  return Date.parse(day) - Date.parse(before) <= Date.parse(after) - Date.parse(day) ? before : after
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
