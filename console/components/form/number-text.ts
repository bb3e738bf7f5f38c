/** The numbers that a field takes. */
export interface NumberRules {
  /** The separators of this language apply where a text has two meanings, such as `1.234`. */
  locale: string
  /** The greatest number of decimals. */
  decimals: number
  /** Texts that may stand before or after the number, such as `€` or `EUR`. */
  units?: readonly string[]
  min?: number | undefined
  max?: number | undefined
}

interface Decimal {
  isNegative: boolean
  whole: string
  fraction: string
}

export type NumberProblem = 'unreadable' | 'decimals' | 'min' | 'max'

/** Reads the text of a number, or states why it is not one. Never guesses: a text with two meanings has that of the locale. */
export function readNumber(text: string, rules: NumberRules): number | NumberProblem {
  const decimal = readDecimal(text, rules)
  if (typeof decimal === 'string') return decimal
  const { isNegative, whole, fraction } = decimal
  const number = Number(`${isNegative ? '-' : ''}${whole}.${fraction || '0'}`)
  return problemOfSize(number, rules) ?? (Object.is(number, -0) ? 0 : number)
}

/** Reads the text of an amount in minor units. */
export function readAmount(text: string, rules: NumberRules): number | NumberProblem {
  const decimal = readDecimal(text, rules)
  if (typeof decimal === 'string') return decimal
  const { isNegative, whole, fraction } = decimal
  const amount = Number(`${whole}${fraction.padEnd(rules.decimals, '0')}`)
  if (!Number.isSafeInteger(amount)) return 'max'
  return (
    problemOfSize(isNegative && amount !== 0 ? -amount : amount, rules) ?? (isNegative && amount ? -amount : amount)
  )
}

function problemOfSize(number: number, { min, max }: NumberRules): NumberProblem | undefined {
  if (min !== undefined && number < min) return 'min'
  return Math.abs(number) > Number.MAX_SAFE_INTEGER || (max !== undefined && number > max) ? 'max' : undefined
}

const MARKS = /[\u200e\u200f\u061c\ufeff]/g
const SPACES = /[\s\u00a0\u2000-\u200a\u202f\u205f\u3000]+/g
const MINUS = /[\u2012\u2013\u2212\ufe63\uff0d]/g
const APOSTROPHES = /[\u2018\u2019\u02bc]/g

function readDecimal(text: string, rules: NumberRules): Decimal | 'unreadable' | 'decimals' {
  const plain = text.replace(MARKS, '').replace(SPACES, ' ').replace(MINUS, '-').replace(APOSTROPHES, "'").trim()
  const [outerSign, signed] = takeSign(plain)
  const [innerSign, digits] = takeSign(withoutUnit(signed, rules.units ?? []))
  if (outerSign && innerSign) return 'unreadable'
  const match =
    /^((?:\d[\d.,' ]*)?)$/.test(digits) || /^[.,]\d+$/.test(digits) ? splitAtDecimalSign(digits, rules) : undefined
  if (!match) return 'unreadable'
  const [whole, fraction] = match
  if (!/^\d*$/.test(fraction) || !(whole === '' ? fraction : isWhole(whole, rules.locale))) return 'unreadable'
  if (fraction.length > rules.decimals) return 'decimals'
  return { isNegative: outerSign || innerSign, whole: whole.replace(/\D/g, '') || '0', fraction }
}

const takeSign = (text: string): [isNegative: boolean, rest: string] =>
  text.startsWith('-') ? [true, text.slice(1).trim()] : [false, text]

function withoutUnit(text: string, units: readonly string[]): string {
  const known = units.map((unit) => unit.replace(SPACES, ' ').toLowerCase()).sort((a, b) => b.length - a.length)
  const lower = text.toLowerCase()
  const before = known.find((unit) => lower.startsWith(unit))
  if (before !== undefined) return text.slice(before.length).trim()
  const after = known.find((unit) => lower.endsWith(unit))
  return after === undefined ? text : text.slice(0, -after.length).trim()
}

/** The digits before and after the decimal sign. Undefined if the text has two meanings and the locale has neither. */
function splitAtDecimalSign(digits: string, { locale }: NumberRules): [whole: string, fraction: string] | undefined {
  const points = [...digits.matchAll(/[.,]/g)]
  const last = points.at(-1)
  if (!last) return [digits, '']
  const split: [string, string] = [digits.slice(0, last.index), digits.slice(last.index + 1)]
  const kinds = new Set(points.map(([point]) => point))
  if (kinds.size === 1 && points.length > 1) return [digits, '']
  if (kinds.size === 2 || !/^[1-9]\d{0,2}$/.test(split[0]) || !/^\d{3}$/.test(split[1])) return split
  const { decimal, groups } = signsOf(locale)
  if (last[0] === decimal) return split
  return groups.includes(last[0]) ? [digits, ''] : undefined
}

/** Whether the digits have no groups, or groups of thousands, or the groups of the locale. */
function isWhole(whole: string, locale: string): boolean {
  const groups = whole.split(/\D/)
  if (groups.length === 1) return true
  if (new Set(whole.match(/\D/g)).size > 1) return false
  const lengths = groups.map(({ length }) => length).join()
  return ['en', locale].some((one) => lengths === groupLengths(groups.join(''), one)) && !whole.startsWith('0')
}

const groupLengths = (digits: string, locale: string): string =>
  formatOf(locale)
    .formatToParts(BigInt(digits))
    .filter(({ type }) => type === 'integer')
    .map(({ value }) => value.length)
    .join()

interface Signs {
  decimal: string
  /** Amounts can have another sign than numbers. */
  groups: readonly string[]
}

function signsOf(locale: string): Signs {
  const parts = formatOf(locale).formatToParts(1_234_567.8)
  const amount = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).formatToParts(1_234_567.8)
  const signOf = (type: string, list = parts) => list.find((part) => part.type === type)?.value ?? ''
  return { decimal: signOf('decimal'), groups: [signOf('group'), signOf('group', amount)] }
}

/** A format is slow to create. */
const formats = new Map<string, Intl.NumberFormat>()

function formatOf(locale: string): Intl.NumberFormat {
  const format = formats.get(locale) ?? new Intl.NumberFormat(locale, { numberingSystem: 'latn' })
  formats.set(locale, format)
  return format
}

/** The number in a field: with the decimal sign of the locale, and without groups. */
export function numberText(number: number | `${number}`, { locale, decimals }: NumberRules): string {
  const text = typeof number === 'string' ? number : plainText(number, decimals)
  return text.replace('.', signsOf(locale).decimal)
}

const plainText = (number: number, decimals: number): string => {
  const text = String(number)
  return text.includes('e') ? number.toFixed(decimals) : text
}

/** The texts of a currency: its code, and its signs in the languages of the console. */
export function unitsOfCurrency(currency: string, locale: string): string[] {
  const code = currency.toUpperCase()
  const signs = [locale, 'en', 'de'].flatMap((language) =>
    (['symbol', 'narrowSymbol'] as const).map((currencyDisplay) => {
      const format = new Intl.NumberFormat(language, { style: 'currency', currency: code, currencyDisplay })
      return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code
    }),
  )
  return [...new Set([code, ...signs])]
}
