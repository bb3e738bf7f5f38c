import { TextInput, type TextInputProps } from '@mantine/core'
import type { FocusEvent, KeyboardEvent } from 'react'
import { shopTimeZone } from '#console/app/time-zone.ts'
import { common } from '#console/strings/common.ts'
import { clockTime, momentOf } from '../clock-time.ts'
import { type Entered, isUnreadable } from './entered.ts'

interface DateTimeInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> {
  value?: Entered<Date | string> | undefined
  onChange(value: Entered<Date>): void
}

/** Whether the clock of the browser shows the same times, also in summer. */
const isOwnTimeZone = (zone: string): boolean => {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const year = new Date().getFullYear()
  return [0, 6].every((month) => {
    const date = new Date(year, month, 1)
    return clockTime(date, zone) === clockTime(date, own)
  })
}

/** The years that a shop can mean. A year such as 26 is unfinished. */
const [FIRST_YEAR, LAST_YEAR] = [1900, 9999]

/** A moment in the time zone of the shop, or nothing. The browser reports an unfinished date as empty text. */
export function DateTimeInput({ value, onChange, onBlur, onKeyUp, error, description, ...props }: DateTimeInputProps) {
  const words = common.useWords()
  const read = (input: HTMLInputElement) => {
    const next = dateOf(input)
    if (textOf(next) !== textOf(value) || isUnreadable(next) !== isUnreadable(value)) onChange(next)
  }
  return (
    <TextInput
      {...props}
      type="datetime-local"
      description={description ?? (isOwnTimeZone(shopTimeZone()) ? undefined : words.inTimeZone(shopTimeZone()))}
      value={textOf(value)}
      error={isUnreadable(value) ? words.fieldDate : error}
      onChange={({ currentTarget }) => onChange(dateOf(currentTarget))}
      onKeyUp={(event: KeyboardEvent<HTMLInputElement>) => {
        read(event.currentTarget)
        onKeyUp?.(event)
      }}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        read(event.currentTarget)
        onBlur?.(event)
      }}
    />
  )
}

function dateOf({ value, validity }: HTMLInputElement): Entered<Date> {
  if (value === '') return validity.badInput ? { unreadable: '' } : null
  const year = Number(value.split('-')[0])
  const isPossible = year >= FIRST_YEAR && year <= LAST_YEAR
  return isPossible ? momentOf(value.slice(0, 16), shopTimeZone()) : { unreadable: value }
}

function textOf(value: Entered<Date | string> | undefined): string {
  if (isUnreadable(value)) return value.unreadable
  return value ? clockTime(new Date(value), shopTimeZone()) : ''
}
