import { TextInput, type TextInputProps } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { currencyDecimals } from '#client/currency-decimals.ts'
import { currentLocale, useLanguage } from '#console/app/language.ts'
import { common } from '#console/strings/common.ts'
import { formatMoney } from '../money.tsx'
import { decimalText } from '../money-text.ts'
import { type Entered, isUnreadable } from './entered.ts'
import {
  type NumberProblem,
  type NumberRules,
  numberText,
  readAmount,
  readNumber,
  unitsOfCurrency,
} from './number-text.ts'

export interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue' | 'min' | 'max'> {
  value?: Entered<number> | undefined
  onChange(value: Entered<number>): void
  /** Default: 0. `null` allows negative numbers. */
  min?: number | null
  max?: number
}

interface NumberField {
  rules: NumberRules
  read(text: string): number | NumberProblem
  /** The number as the field shows it. */
  textOf(number: number): string
  /** The number as a sentence shows it. */
  nameOf(number: number): string
  exampleOf(): string
}

const LOCALE_EXAMPLE = 1234.5

/** An amount with the decimals of its currency. The value is in minor units. */
export function MoneyInput({ currency, min = 0, max, ...props }: NumberFieldProps & { currency: string }) {
  useLanguage()
  const words = common.useWords()
  const locale = currentLocale()
  const decimals = currencyDecimals(currency)
  const rules = { locale, decimals, units: unitsOfCurrency(currency, locale), min: min ?? undefined, max }
  const money = (amount: number) => formatMoney(amount, currency)
  const field = {
    rules,
    read: (text: string) => readAmount(text, rules),
    textOf: (amount: number) => numberText(decimalText(amount, decimals), rules),
    nameOf: money,
    exampleOf: () => words.fieldAmount(money(145_180)),
  }
  return <TypedNumber field={field} rightSection={currency.toUpperCase()} rightSectionWidth={52} {...props} />
}

interface DecimalInputProps extends NumberFieldProps {
  /** Default: 10. */
  decimals?: number
}

/** A number with decimals. */
export function DecimalInput({ decimals = 10, min = 0, max, ...props }: DecimalInputProps) {
  return <TypedNumber field={useNumberField({ decimals, min: min ?? undefined, max })} {...props} />
}

/** A number from 0 to 100. */
export function PercentInput({ decimals = 4, min = 0, max = 100, ...props }: DecimalInputProps) {
  const field = useNumberField({ decimals, units: ['%'], min: min ?? undefined, max })
  return <TypedNumber field={field} rightSection="%" {...props} />
}

/** A quantity. The arrow keys change it by one. */
export function WholeNumberInput({ min = 0, max, ...props }: NumberFieldProps) {
  const field = useNumberField({ decimals: 0, min: min ?? undefined, max })
  const step = (event: KeyboardEvent) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (by === undefined || isUnreadable(props.value)) return
    event.preventDefault()
    const next = (props.value ?? 0) + by
    if (typeof field.read(String(next)) === 'number') props.onChange(next)
  }
  return <TypedNumber field={field} inputMode="numeric" onKeyDown={step} {...props} />
}

function useNumberField(given: Omit<NumberRules, 'locale'>): NumberField {
  useLanguage()
  const words = common.useWords()
  const locale = currentLocale()
  const rules = { ...given, locale }
  const nameOf = (number: number) =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: rules.decimals }).format(number)
  return {
    rules,
    read: (text) => readNumber(text, rules),
    textOf: (number) => numberText(number, rules),
    nameOf,
    exampleOf: () => (rules.decimals === 0 ? words.fieldWhole : words.fieldNumber(nameOf(LOCALE_EXAMPLE))),
  }
}

interface TypedNumberProps extends Omit<NumberFieldProps, 'min' | 'max'> {
  field: NumberField
}

/** Keeps the typed text, shows why it is not a number, and writes a number in one form when the user leaves the field. */
function TypedNumber({ field, value = null, onChange, onBlur, error, ...props }: TypedNumberProps) {
  const words = common.useWords()
  const [typed, setTyped] = useState<string>()
  const read = (text: string): Entered<number> => {
    if (text === '') return null
    const number = field.read(text)
    return typeof number === 'number' ? number : { unreadable: text }
  }
  const stored = isUnreadable(value) ? value.unreadable : value === null ? '' : field.textOf(value)
  const text = typed !== undefined && isSame(read(typed), value) ? typed : stored
  useReadAgain(field.rules, { value, text, onText: (shown) => onChange(read(shown)) })
  return (
    <TextInput
      inputMode="decimal"
      {...props}
      error={isUnreadable(value) ? sentenceOf(value.unreadable, field, words) : error}
      value={text}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onChange(read(currentTarget.value))
      }}
      onBlur={(event) => {
        setTyped(undefined)
        onBlur?.(event)
      }}
    />
  )
}

interface ReadText {
  value: Entered<number>
  text: string
  onText(text: string): void
}

/** Reads the text again when the rules change: another currency can have other decimals. A limit changes no number. */
function useReadAgain({ decimals, min, max }: NumberRules, { value, text, onText }: ReadText): void {
  const before = useRef({ decimals, limits: `${min} ${max}`, text })
  useEffect(() => {
    const last = before.current
    before.current = { decimals, limits: `${min} ${max}`, text }
    const hasChanged = last.decimals !== decimals || (isUnreadable(value) && last.limits !== before.current.limits)
    if (hasChanged && last.text !== '') onText(last.text)
  })
}

function isSame(one: Entered<number>, other: Entered<number>): boolean {
  return isUnreadable(one) ? isUnreadable(other) && one.unreadable === other.unreadable : one === other
}

/** States why the text is not a number of the field. */
function sentenceOf(text: string, field: NumberField, words: Readonly<typeof common.en>): string {
  const { decimals, min, max } = field.rules
  const problem = field.read(text)
  if (problem === 'min' && min !== undefined) return words.fieldMin(field.nameOf(min))
  if (problem === 'max') return max === undefined ? words.fieldTooLarge : words.fieldMax(field.nameOf(max))
  if (problem === 'decimals') return decimals === 0 ? words.fieldWhole : words.fieldDecimals(decimals)
  return field.exampleOf()
}
