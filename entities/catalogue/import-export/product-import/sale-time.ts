import { InvalidData } from '#entities/errors.ts'
import type { CellFault } from '#entities/platform/batch-job/line-faults.ts'

const TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d{1,2}:\d\d)(:\d\d)?(?:\.\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?$/

/** Reads a day or a time, in UTC if it names no zone. A sale also includes its last day. */
export function saleTime(text: string, name: 'starts_at' | 'ends_at'): string | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  const [, day = '', clock = '', seconds = ':00', zone = 'Z'] = TIME.exec(trimmed) ?? []
  const lastMoment = name === 'ends_at' ? '23:59:59' : '00:00:00'
  const time = new Date(`${day}T${clock === '' ? lastMoment : `${clock.padStart(5, '0')}${seconds}`}${zone}`)
  if (Number.isNaN(time.getTime()))
    throw new InvalidData('must be a time such as 2027-01-31T12:00:00Z').because({ name: 'cell_not_a_time' })
  return time.toISOString()
}

export const endsBeforeStart = ({ starts_at, ends_at }: { starts_at: string | null; ends_at: string | null }) =>
  starts_at !== null && ends_at !== null && ends_at <= starts_at

export const saleFault = (): CellFault => ({
  message: 'Sale Ends At must be later than Sale Starts At',
  reason: { name: 'ends_before_start', column: 'Sale Ends At' },
})
