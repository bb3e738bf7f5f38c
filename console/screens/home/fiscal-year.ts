import { dayOf } from './days.ts'

interface FiscalCalendar {
  /** Such as `2026-01-31`. */
  today: string
  /** 1 for January. */
  startMonth: number
}

/** Returns a whole fiscal year. `before` is the distance to the current one. */
export function fiscalYear({ today, startMonth }: FiscalCalendar, before: number): { from: string; to: string } {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const first = startMonth - 1 - 12 * (before + (month < startMonth ? 1 : 0))
  return { from: dayOf(Date.UTC(year, first, 1)), to: dayOf(Date.UTC(year, first + 12, 0)) }
}

/** Returns the same day of the year before, and the 28th of February for the 29th. */
export function yearBefore(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return dayOf(Math.min(Date.UTC(year - 1, month - 1, date), Date.UTC(year - 1, month, 0)))
}
