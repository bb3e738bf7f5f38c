import { currencyDecimals } from '#client/currency-decimals.ts'

/** The amount as text, exact to the minor unit: `moneyText(1999, 'eur', 'en')` is `€19.99`. */
export function moneyText(amount: number, currency: string, locale: string): string {
  return formatOf(currency, locale).format(decimalText(amount, currencyDecimals(currency)))
}

/** `1999` with 2 decimals is `19.99`. The text is exact, and a division would not be. */
export function decimalText(amount: number, decimals: number): `${number}` {
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const text = decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`
  return `${amount < 0 ? '-' : ''}${text}` as `${number}`
}

/** A format is slow to create. */
const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: string, locale: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`
  const format = formats.get(key) ?? createFormat(currency, locale)
  formats.set(key, format)
  return format
}

function createFormat(currency: string, locale: string): Intl.NumberFormat {
  const digits = currencyDecimals(currency)
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}
