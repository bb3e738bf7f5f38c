import { StoredTime } from '#database/stored-time.ts'

/** The current time of this machine. Calls within one millisecond share one text. */
export function createTimestamp(): Date {
  const instant = Date.now()
  if (instant !== lastTimestamp.instant) lastTimestamp = { instant, text: new Date(instant).toISOString() }
  return new StoredTime(lastTimestamp.text, instant)
}

let lastTimestamp = { instant: Number.NaN, text: '' }
