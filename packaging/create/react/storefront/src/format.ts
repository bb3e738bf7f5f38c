import { currencyDecimals } from '@cartwright/client'

/** `amount` is in minor units of the currency. */
export function money(amount: number | null | undefined, currency: string): string {
  const digits = currencyDecimals(currency)
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return amount == null ? '' : format.format(amount / 10 ** digits)
}
