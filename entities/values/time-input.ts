import { z } from 'zod'
import { parseTime } from './parse-time.ts'

/** A time of a client: a date, or a text that names an existing day. */
export const Timestamp = z.preprocess(
  (value: Date | string) => (typeof value === 'string' && value !== '' ? (parseTime(value) ?? NO_TIME) : value),
  z.date(),
)

const NO_TIME = new Date(Number.NaN)
