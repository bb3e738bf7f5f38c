import { currentLocale, useLanguage } from '#console/app/language.ts'

/** The number of decimals of a currency, such as 2 for `eur` and 0 for `jpy`. */
export function decimalsOf(currency: string): number {
  return formatOf(currency, 'en').resolvedOptions().maximumFractionDigits ?? 2
}

/** The amount as text, exact to the minor unit: `formatMoney(1999, 'eur')` is `€19.99`. */
export function formatMoney(amount: number, currency: string, locale = currentLocale()): string {
  return formatOf(currency, locale).format(decimalText(amount, decimalsOf(currency)))
}

/** `1999` with 2 decimals is `19.99`. The text is exact, and a division would not be. */
export function decimalText(amount: number, decimals: number): `${number}` {
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const text = decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`
  return `${amount < 0 ? '-' : ''}${text}` as `${number}`
}

/** The amount in minor units of a text such as `19.99` or `19,99`, or undefined if the text is not an amount. */
export function parseMoney(text: string, currency: string): number | undefined {
  const decimals = decimalsOf(currency)
  const match = /^(-?)(\d{1,12})(?:[.,](\d*))?$/.exec(text.trim())
  const [, sign, whole, fraction = ''] = match ?? []
  if (whole === undefined || fraction.length > decimals) return undefined
  return Number(`${sign}${whole}${fraction.padEnd(decimals, '0')}`)
}

/** A format is slow to create. */
const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: string, locale: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`
  const format =
    formats.get(key) ?? new Intl.NumberFormat(locale, { style: 'currency', currency: currency.toUpperCase() })
  formats.set(key, format)
  return format
}

interface MoneyProps {
  /** In minor units. */
  amount: number
  currency: string
}

export function Money({ amount, currency }: MoneyProps) {
  useLanguage()
  return <span className="number">{formatMoney(amount, currency)}</span>
}
