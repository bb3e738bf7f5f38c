import { currentLocale } from '#console/app/language.ts'
import { type Entered, isUnreadable } from '#console/components/form/entered.ts'

/** The part of a price that remains after the cost, such as `45%`. A dash without both, or without a price. */
export function marginText(price: Entered<number> | undefined, cost: Entered<number> | undefined): string {
  if (!price || cost == null || isUnreadable(price) || isUnreadable(cost)) return '–'
  return new Intl.NumberFormat(currentLocale(), { style: 'percent', maximumFractionDigits: 1 }).format(
    (price - cost) / price,
  )
}
