import { InvalidData } from '#entities/errors.ts'

const CLOCK = String.raw`(?:[T ,]+(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.\d+)?)?\s*(?<half>[ap]m)?)?`
const ZONE = String.raw`\s*(?<zone>Z|UTC|GMT|[+-]\d\d:?\d\d)?`
const timeLike = (day: string) => new RegExp(`^${day}${CLOCK}${ZONE}$`, 'i')

const YEAR_FIRST = timeLike(String.raw`(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})`)
const WITH_DOTS = timeLike(String.raw`(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})`)
const WITH_SLASHES = timeLike(String.raw`(?<first>\d{1,2})/(?<second_part>\d{1,2})/(?<year>\d{4})`)
const EXCEL_DAYS = /^\d{5}(\.\d+)?$/

/**
 * Reads a time of the old shop as ISO 8601: with the offset of the text, or without an offset as local time. Null for an empty text.
 * @throws InvalidData for other texts, and for `03/04/2026`, which is March or April.
 */
export function readTime(text: string): string | null {
  if (text === '') return null
  if (EXCEL_DAYS.test(text)) return excelTime(Number(text))
  const groups = (YEAR_FIRST.exec(text) ?? WITH_DOTS.exec(text))?.groups ?? slashGroups(text)
  if (!groups) throw notATime()
  const { year, month, day, hour = '0', minute = '00', second = '00', half, zone = '' } = groups
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hour)
  const local = `${year}-${two(month)}-${two(day)}T${two(hours)}:${minute}:${second}`
  const time = new Date(`${local}Z`)
  if (Number.isNaN(time.getTime()) || time.toISOString().slice(0, 19) !== local) throw notATime()
  return `${local}${offsetOf(zone)}`
}

function slashGroups(text: string): Record<string, string | undefined> | undefined {
  const { first, second_part: second, ...groups } = WITH_SLASHES.exec(text)?.groups ?? {}
  if (first === undefined || second === undefined) return undefined
  if (Number(first) > 12) return { ...groups, day: first, month: second }
  if (Number(second) > 12 || first === second) return { ...groups, day: second, month: first }
  return undefined
}

/** Days since 30 December 1899. */
const excelTime = (days: number): string =>
  new Date(Date.UTC(1899, 11, 30) + Math.round(days * 86_400) * 1000).toISOString().slice(0, 19)

const two = (part: string | number | undefined) => `${part ?? ''}`.padStart(2, '0')

function offsetOf(zone: string): string {
  if (zone === '') return ''
  return /^[+-]/.test(zone) ? zone.replace(/^(...):?(\d\d)$/, '$1:$2') : 'Z'
}

const notATime = () =>
  new InvalidData('must be a time such as 2027-01-31T12:00:00Z').because({ name: 'cell_not_a_time' })
