import { currencyDecimals } from 'cartwright'
import type { Language } from '../texts/languages.ts'

/** Writes values in the language of the page and the currency of the market. */
export interface Format {
  /** `amount` is in minor units. */
  money(amount: number): string
  date(date: Date | string): string
  /** The name of a country, by its code. Another text stays as it is. */
  country(code: string): string
  number(value: number): string
  /** The minor units of an amount that a customer types, or undefined if it is none. */
  readMoney(text: string): number | undefined
  /** The amount as a customer types it. */
  writeMoney(amount: number): string
  /** The amount with a dot and all digits of the currency, for programs. */
  decimal(amount: number): string
}

const COUNTRY = /^[a-z]{2}$/i

/** Formatters of `Intl` are slow to create, so the process keeps them. */
const formats = new Map<string, Format>()

export function formatIn({ locale, code }: Pick<Language, 'locale' | 'code'>, currency: string): Format {
  const key = `${locale ?? code} ${currency}`
  const format = formats.get(key) ?? createFormat(locale ?? code, currency)
  formats.set(key, format)
  return format
}

function createFormat(locale: string, currency: string): Format {
  const digits = currencyDecimals(currency)
  const money = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long' })
  const number = new Intl.NumberFormat(locale)
  const countries = new Intl.DisplayNames(locale, { type: 'region' })
  const unit = 10 ** digits
  return {
    money: (amount) => money.format(amount / unit),
    date: (value) => date.format(new Date(value)),
    country: (code) => (COUNTRY.test(code) ? (countries.of(code.toUpperCase()) ?? code) : code),
    number: (value) => number.format(value),
    readMoney(text) {
      const value = Number(text.replace(',', '.'))
      return text.trim() !== '' && value >= 0 && value < 1e9 ? Math.round(value * unit) : undefined
    },
    writeMoney: (amount) => String(amount / unit),
    decimal: (amount) => (amount / unit).toFixed(digits),
  }
}
