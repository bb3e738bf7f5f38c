import { fiscalYearStartMonth } from '#console/app/fiscal-year.ts'
import { shopTimeZone } from '#console/app/time-zone.ts'
import { clockTime } from '#console/components/clock-time.ts'
import { dayOf, timeOf } from './days.ts'
import { fiscalYear, yearBefore } from './fiscal-year.ts'

export const PRESETS = [
  ...(['today', 'week', 'month', 'quarter', 'year'] as const),
  ...(['this_fiscal_year', 'last_fiscal_year', 'all', 'own'] as const),
] as const

/** The periods of tax returns. */
const CALENDAR_PRESETS = [
  'this_month',
  'last_month',
  'this_quarter',
  'last_quarter',
  'this_year',
  'last_year',
  'this_fiscal_year',
  'last_fiscal_year',
  'own',
] as const

export type Preset = (typeof PRESETS)[number] | (typeof CALENDAR_PRESETS)[number]

/** Without the fiscal years if they are the years of the calendar. */
export const calendarPresets = (): readonly Preset[] =>
  CALENDAR_PRESETS.filter((preset) => fiscalYearStartMonth() > 1 || !preset.endsWith('fiscal_year'))

/** Days such as `2026-01-31`. Both belong to the period. */
export interface Period {
  from: string
  to: string
}

export interface ChosenPeriod {
  preset: Preset
  /** The own days, also while they are no period yet. */
  period: Period
}

/** Days until today. */
const DAYS = { today: 1, week: 7, month: 30, quarter: 90, year: 365 }

/** Months of the calendar. `before` is the distance to the current ones. */
const MONTHS = {
  this_month: { length: 1, before: 0 },
  last_month: { length: 1, before: 1 },
  this_quarter: { length: 3, before: 0 },
  last_quarter: { length: 3, before: 1 },
  this_year: { length: 12, before: 0 },
  last_year: { length: 12, before: 1 },
}

const DAY = 86_400_000
/** Statistics begin here. */
const FIRST_DAY = '1970-01-01'

export function periodOf(preset: Exclude<Preset, 'own'>): Period {
  if (preset === 'all') return { from: FIRST_DAY, to: today() }
  if (preset === 'this_fiscal_year') return { from: fiscalYearBefore(0).from, to: today() }
  if (preset === 'last_fiscal_year') return fiscalYearBefore(1)
  if (preset in MONTHS) return calendarPeriod(MONTHS[preset as keyof typeof MONTHS])
  const length = DAYS[preset as keyof typeof DAYS]
  return { from: dayOf(timeOf(today()) - (length - 1) * DAY), to: today() }
}

const today = (): string => clockTime(new Date(), shopTimeZone()).slice(0, 10)
const fiscalYearBefore = (before: number): Period =>
  fiscalYear({ today: today(), startMonth: fiscalYearStartMonth() }, before)

function calendarPeriod({ length, before }: { length: number; before: number }): Period {
  const [year = 0, month = 1] = today().split('-').map(Number)
  const first = Math.floor((month - 1) / length) * length - before * length
  return { from: dayOf(Date.UTC(year, first, 1)), to: dayOf(Date.UTC(year, first + length, 0)) }
}

const lengthOf = ({ from, to }: Period): number => Math.round((timeOf(to) - timeOf(from)) / DAY) + 1

/** Returns the same days of the fiscal year before, or else the period of the same length before. Undefined if there is none. */
export function periodBefore({ preset, period }: ChosenPeriod): Period | undefined {
  if (preset === 'last_fiscal_year') return fiscalYearBefore(2)
  if (preset === 'this_fiscal_year') return { from: fiscalYearBefore(1).from, to: yearBefore(period.to) }
  const length = lengthOf(period) * DAY
  const before = { from: dayOf(timeOf(period.from) - length), to: dayOf(timeOf(period.to) - length) }
  return isPeriod(before) ? before : undefined
}

export type Grain = 'day' | 'month'

/** Longer periods show and export months. */
const MAX_LISTED_DAYS = 400
export const grainOf = (period: Period): Grain => (lengthOf(period) > MAX_LISTED_DAYS ? 'month' : 'day')

/** Returns the days of a period, or the first day of each month in the period. */
export const daysOf = (period: Period, grain: Grain): string[] =>
  grain === 'day'
    ? Array.from({ length: lengthOf(period) }, (_, index) => dayOf(timeOf(period.from) + index * DAY))
    : monthsOf(period)

function monthsOf({ from, to }: Period): string[] {
  const [year = 0, month = 1] = from.split('-').map(Number)
  const [lastYear = 0, lastMonth = 1] = to.split('-').map(Number)
  const later = Array.from({ length: (lastYear - year) * 12 + lastMonth - month }, (_, index) =>
    dayOf(Date.UTC(year, month + index, 1)),
  )
  return [from, ...later]
}

export const isPeriod = ({ from, to }: Period): boolean =>
  Number.isFinite(timeOf(from)) && Number.isFinite(timeOf(to)) && to.length === 10 && from >= FIRST_DAY && from <= to
