import { currencyDecimals } from '#client/currency-decimals.ts'
import { currentLocale, useLanguage } from '#console/app/language.ts'
import { moneyText } from './money-text.ts'

export const formatMoney = (amount: number, currency: string, locale = currentLocale()): string =>
  moneyText(amount, currency, locale)

/** The amount in minor units of a text such as `19.99` or `19,99`, or undefined if the text is not an amount. */
export function parseMoney(text: string, currency: string): number | undefined {
  const decimals = currencyDecimals(currency)
  const match = /^(-?)(\d{1,12})(?:[.,](\d*))?$/.exec(text.trim())
  const [, sign, whole, fraction = ''] = match ?? []
  if (whole === undefined || fraction.length > decimals) return undefined
  return Number(`${sign}${whole}${fraction.padEnd(decimals, '0')}`)
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
