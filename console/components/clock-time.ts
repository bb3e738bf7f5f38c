/** Returns the time of clocks in a time zone, such as `2026-01-31T09:30`. */
export function clockTime(date: Date, timeZone: string): string {
  return clockFormat(timeZone).format(date).replace(' ', 'T')
}

/**
 * Returns the moment at which clocks in a time zone show `text`. A time that clocks skip is the one an hour later, and of a time
 * that they show twice the first one counts.
 */
export function momentOf(text: string, timeZone: string): Date {
  const asUtc = Date.parse(`${text}Z`)
  const offsetAt = (time: number) => Date.parse(`${clockTime(new Date(time), timeZone)}Z`) - time
  const [before, after] = [offsetAt(asUtc - DAY), offsetAt(asUtc + DAY)]
  const first = asUtc - Math.max(before, after)
  const isShown = clockTime(new Date(first), timeZone) === text
  return new Date(isShown ? first : asUtc - Math.min(before, after))
}

const DAY = 86_400_000

/** A format is slow to create. */
const formats = new Map<string, Intl.DateTimeFormat>()

function clockFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  formats.set(timeZone, format)
  return format
}
