import { z } from 'zod'
import { maybeTimeZone } from '#entities/values/time-zone.ts'
import { StartError } from '#server/base/start-error.ts'
import type { Environment } from './config.ts'

export const TimeZone = z
  .string()
  .refine((name) => maybeTimeZone(name) !== undefined, 'must be a name of the IANA database, such as Europe/Berlin')
  .default('UTC')

/** @throws StartError for an unknown time zone. */
export function readTimeZone({ TIME_ZONE }: Environment): string {
  const { data, error } = TimeZone.safeParse(TIME_ZONE === '' ? undefined : TIME_ZONE)
  if (data === undefined) throw new StartError(`TIME_ZONE ${error?.issues[0]?.message}`)
  return data
}
