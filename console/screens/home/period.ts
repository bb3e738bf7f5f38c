import { lastDays } from './days.ts'

export const PRESETS = ['today', 'week', 'month', 'quarter', 'year', 'own'] as const

/** The periods of tax returns. */
export const CALENDAR_PRESETS = [
  'this_month',
  'last_month',
  'this_quarter',
  'last_quarter',
  'this_year',
  'last_year',
  'own',
] as const

export type Preset = (typeof PRESETS)[number] | (typeof CALENDAR_PRESETS)[number]

/** Days such as `2026-01-31`. Both belong to the period. */
export interface Period {
  from: string
  to: string
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

export function periodOf(preset: Exclude<Preset, 'own'>): Period {
  if (preset in MONTHS) return calendarPeriod(MONTHS[preset as keyof typeof MONTHS])
  const days = lastDays(DAYS[preset as keyof typeof DAYS])
  return { from: days[0] ?? '', to: days.at(-1) ?? '' }
}

function calendarPeriod({ length, before }: { length: number; before: number }): Period {
  const [year = 0, month = 1] = (lastDays(1)[0] ?? '').split('-').map(Number)
  const first = Math.floor((month - 1) / length) * length - before * length
  return { from: dayOf(Date.UTC(year, first, 1)), to: dayOf(Date.UTC(year, first + length, 0)) }
}

const timeOf = (day: string): number => Date.parse(`${day}T12:00:00Z`)
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

const lengthOf = ({ from, to }: Period): number => Math.round((timeOf(to) - timeOf(from)) / DAY) + 1

/** The period of the same length before. */
export function periodBefore(period: Period): Period {
  const length = lengthOf(period) * DAY
  return { from: dayOf(timeOf(period.from) - length), to: dayOf(timeOf(period.to) - length) }
}

export const daysOf = (period: Period): string[] =>
  Array.from({ length: lengthOf(period) }, (_, index) => dayOf(timeOf(period.from) + index * DAY))

/** Statistics cover 800 days, so a period and the one before have at most 400 days each. */
export const isPeriod = (period: Period): boolean =>
  Number.isFinite(timeOf(period.from)) && lengthOf(period) >= 1 && lengthOf(period) <= 400
