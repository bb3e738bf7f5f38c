import { currentLocale, useLanguage } from '#console/app/language.ts'
import { shopTimeZone } from '#console/app/time-zone.ts'

interface Formats {
  date: Intl.DateTimeFormat
  day: Intl.DateTimeFormat
  month: Intl.DateTimeFormat
  time: Intl.DateTimeFormat
  relative: Intl.RelativeTimeFormat
}

/** A format is slow to create. */
const formats = new Map<string, Formats>()

function currentFormats(): Formats {
  const locale = currentLocale()
  const timeZone = shopTimeZone()
  const key = `${locale} ${timeZone}`
  const known = formats.get(key) ?? {
    date: new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium' }),
    day: new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'medium' }),
    month: new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'long', year: 'numeric' }),
    time: new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' }),
    relative: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
  }
  formats.set(key, known)
  return known
}

/** In the time zone of the shop. */
export const formatTime = (date: Date) => currentFormats().time.format(date)

/** A calendar day such as `2026-12-24`, which is the same in each time zone. */
export function formatDay(day: string): string {
  return currentFormats().day.format(new Date(`${day}T00:00Z`))
}

/** The month of a calendar day. */
export const formatMonth = (day: string) => currentFormats().month.format(new Date(`${day}T00:00Z`))

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

const WEEK = 7 * 86_400

function relativeText(date: Date): string {
  const seconds = (date.getTime() - Date.now()) / 1000
  if (Math.abs(seconds) > WEEK) return currentFormats().date.format(date)
  const [unit, size] = STEPS.find(([, step]) => Math.abs(seconds) >= step) ?? ['minute', 60]
  return currentFormats().relative.format(Math.round(seconds / size), unit)
}

/** A moment such as `3 hours ago` with the exact time in its title. Older moments are dates. */
export function Time({ at }: { at: Date }) {
  useLanguage()
  return (
    <time dateTime={at.toISOString()} title={formatTime(at)}>
      {relativeText(at)}
    </time>
  )
}
