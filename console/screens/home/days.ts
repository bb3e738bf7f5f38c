import { shopTimeZone } from '#console/app/time-zone.ts'
import { clockTime } from '#console/components/clock-time.ts'

const DAY = 86_400_000

/** The dates of the last days in the time zone of the shop, such as `2026-01-31`. The last one is today. */
export function lastDays(count: number): string[] {
  const noon = Date.parse(`${clockTime(new Date(), shopTimeZone()).slice(0, 10)}T12:00Z`)
  return Array.from({ length: count }, (_, index) =>
    new Date(noon - (count - 1 - index) * DAY).toISOString().slice(0, 10),
  )
}
