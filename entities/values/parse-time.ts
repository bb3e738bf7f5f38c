/**
 * Parses a date or a time. Returns undefined for other texts, and for a day that does not exist: JavaScript reads 2026-02-30 as
 * 2 March.
 */
export function parseTime(text: string): Date | undefined {
  const time = new Date(text)
  return Number.isNaN(time.getTime()) || namesMissingDay(text) ? undefined : time
}

const YEAR_FIRST = /(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})/
const YEAR_LAST = /(?<month>\d{1,2})[-/.](?<day>\d{1,2})[-/.](?<year>\d{4})/
const DAY_BEFORE_NAME = /\b(?<day>\d{1,2})[\s-]+(?<name>[a-z]{3})/i
const NAME_BEFORE_DAY = /(?<name>[a-z]{3})[a-z]*\.?[\s-]+(?<day>\d{1,2})\b(?!:)/i
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function namesMissingDay(text: string): boolean {
  const numeric = (YEAR_FIRST.exec(text) ?? YEAR_LAST.exec(text))?.groups
  if (numeric) return Number(numeric.day) > daysIn(Number(numeric.year), Number(numeric.month))
  const year = Number(/\b\d{4}\b/.exec(text)?.[0] ?? LEAP_YEAR)
  return [DAY_BEFORE_NAME, NAME_BEFORE_DAY].some((pattern) => {
    const { day, name = '' } = pattern.exec(text)?.groups ?? {}
    const month = MONTHS.indexOf(name.toLowerCase()) + 1
    return month > 0 && Number(day) > daysIn(year, month)
  })
}

const LEAP_YEAR = 2024

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()
