import { currentLocale } from '#console/app/language.ts'
import { type Entered, isUnreadable } from '#console/components/form/entered.ts'
import type { EnteredPrices } from './variant-prices.ts'

interface PricedValues {
  prices: EnteredPrices
  cost: Entered<number>
}

/**
 * The part of a price that remains after the cost, such as `45%`. A dash without both, or without a price.
 * @param usual The prices of a row whose cells are empty.
 */
export function marginText(
  values: PricedValues | undefined,
  currency: string | undefined,
  usual?: EnteredPrices,
): string {
  const price = currency && (values?.prices[currency] ?? usual?.[currency])
  const cost = values?.cost
  if (!price || cost == null || isUnreadable(price) || isUnreadable(cost)) return '–'
  return new Intl.NumberFormat(currentLocale(), { style: 'percent', maximumFractionDigits: 1 }).format(
    (price - cost) / price,
  )
}
