const DAY = 86_400_000

/** The dates of the last days in the time zone of the device, such as `2026-01-31`. The last one is today. */
export function lastDays(count: number): string[] {
  const now = new Date()
  const noon = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate(), 12)
  return Array.from({ length: count }, (_, index) =>
    new Date(noon - (count - 1 - index) * DAY).toISOString().slice(0, 10),
  )
}

export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
