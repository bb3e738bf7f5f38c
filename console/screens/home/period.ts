import { lastDays } from './days.ts'

export const PRESETS = ['today', 'week', 'month', 'quarter', 'year', 'own'] as const
export type Preset = (typeof PRESETS)[number]

/** Days such as `2026-01-31`. Both belong to the period. */
export interface Period {
  from: string
  to: string
}

const DAYS: Record<Exclude<Preset, 'own'>, number> = { today: 1, week: 7, month: 30, quarter: 90, year: 365 }

const DAY = 86_400_000

/** The period of a preset, which ends today. */
export function periodOf(preset: Exclude<Preset, 'own'>): Period {
  const days = lastDays(DAYS[preset])
  return { from: days[0] ?? '', to: days.at(-1) ?? '' }
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
