import { InvalidData } from '#entities/errors.ts'

/** ISO 8601, of whole numbers: `P1Y2M`, `P3W`, `P4DT5H6M7S`. */
const DURATION = /^P(?=.)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

export const isDuration = (text: string): boolean => DURATION.test(text)

/** Whether a duration is over at once: `PT0S`, `P0Y0M0DT0H0M`. */
export const isZeroDuration = (duration: string): boolean => !/[1-9]/.test(duration)

/**
 * When a duration that begins at `start` is over. Days have 24 hours; a month that is too short for the day of `start`
 * counts to its last day. An invalid date where that is beyond what a date can be.
 */
export function endOfDuration(start: Date, duration: string): Date {
  const parts = DURATION.exec(duration)?.slice(1) ?? []
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) =>
    Number(part ?? 0),
  )
  const end = new Date(start)
  end.setUTCMonth(start.getUTCMonth() + 12 * years + months)
  if (end.getUTCDate() !== start.getUTCDate()) end.setUTCDate(0)
  return new Date(end.getTime() + ((((7 * weeks + days) * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000)
}

/** PostgreSQL and JSON agree on years of four digits only. */
const LATEST = new Date('9999-12-31T23:59:59.999Z')

/** As `endOfDuration`. @throws InvalidData where that is beyond what a date can be. */
export function requireEndOfDuration(start: Date, duration: string): Date {
  const end = endOfDuration(start, duration)
  if (!(end <= LATEST)) throw new InvalidData('A date is out of range')
  return end
}
