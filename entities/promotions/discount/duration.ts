import { InvalidData } from '#entities/errors.ts'

const DURATION = /^P(?=.)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

export const isDuration = (text: string): boolean => DURATION.test(text)

export const isZeroDuration = (duration: string): boolean => !/[1-9]/.test(duration)

/** A day has 24 hours. If the last month is too short, its last day is used. The result can be an invalid date. */
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

/** PostgreSQL and JSON write years of more than four digits differently. */
const LATEST = new Date('9999-12-31T23:59:59.999Z')

/** @throws InvalidData if the end is after the year 9999. */
export function requireEndOfDuration(start: Date, duration: string): Date {
  const end = endOfDuration(start, duration)
  if (!(end <= LATEST))
    throw new InvalidData('valid_duration must end before the year 10000').because({ name: 'date_too_late' })
  return end
}
