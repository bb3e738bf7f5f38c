import { StoredTime } from '#database/stored-time.ts'
import { now } from './clock.ts'

/** Returns the time of PostgreSQL, for `created_at` and `updated_at`. Calls within one millisecond share one text. */
export function createTimestamp(): Date {
  const instant = now().getTime()
  if (instant !== lastTimestamp.instant) lastTimestamp = { instant, text: new Date(instant).toISOString() }
  return new StoredTime(lastTimestamp.text, instant)
}

let lastTimestamp = { instant: Number.NaN, text: '' }
