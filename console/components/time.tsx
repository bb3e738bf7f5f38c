import { Tooltip } from '@mantine/core'
import { currentLocale, useLanguage } from '#console/app/language.ts'

const formatDate = (date: Date) => new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium' }).format(date)

export const formatTime = (date: Date) =>
  new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(date)

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

const WEEK = 7 * 86_400

function relativeText(date: Date): string {
  const seconds = (date.getTime() - Date.now()) / 1000
  if (Math.abs(seconds) > WEEK) return formatDate(date)
  const [unit, size] = STEPS.find(([, step]) => Math.abs(seconds) >= step) ?? ['minute', 60]
  return new Intl.RelativeTimeFormat(currentLocale(), { numeric: 'auto' }).format(Math.round(seconds / size), unit)
}

/** A moment such as `3 hours ago`, and the exact time in a tooltip. Older moments are dates. */
export function Time({ at }: { at: Date }) {
  useLanguage()
  return (
    <Tooltip label={formatTime(at)}>
      <time dateTime={at.toISOString()}>{relativeText(at)}</time>
    </Tooltip>
  )
}
