import { currentLocale } from '#console/app/language.ts'
import { type Entered, isUnreadable } from '#console/components/form/entered.ts'
import type { EnteredPrices } from './variant-prices.ts'

interface PricedValues {
  prices: EnteredPrices
  cost: Entered<number>
}

interface MarginTerms {
  currency: string | undefined
  /** The rates of the taxes in the prices of the currency, in percent. */
  taxes: readonly number[] | undefined
  /** The prices of a row whose cells are empty. */
  usual?: EnteredPrices | undefined
}

/**
 * The part of a price without tax that remains after the cost, such as `45%`, or `40% – 45%` in regions with several taxes. A
 * dash without both, or without a price.
 */
export function marginText(values: PricedValues | undefined, { currency, taxes = [], usual }: MarginTerms): string {
  const price = currency && (values?.prices[currency] ?? usual?.[currency])
  const cost = values?.cost
  if (!price || cost == null || isUnreadable(price) || isUnreadable(cost)) return '–'
  const format = new Intl.NumberFormat(currentLocale(), {
    style: 'percent',
    maximumFractionDigits: taxes.length > 1 ? 0 : 1,
  })
  const rates = taxes.length > 0 ? taxes : [0]
  const texts = [Math.max(...rates), Math.min(...rates)].map((rate) =>
    format.format(1 - (cost * (1 + rate / 100)) / price),
  )
  return [...new Set(texts)].join(' – ')
}
