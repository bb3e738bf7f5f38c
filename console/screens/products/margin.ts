import { type Entered, isUnreadable } from '#console/components/form/entered.ts'
import { percentText } from '#console/components/percent-text.ts'
import type { EnteredPrices } from './variant-prices.ts'

interface PricedValues {
  prices: EnteredPrices
  cost: Entered<number>
}

interface MarginTerms {
  currency: string | undefined
  /** The rates of the taxes in the prices of the currency, in percent. */
  taxes: readonly number[]
  /** The prices of a row whose cells are empty. */
  usual?: EnteredPrices | undefined
}

/**
 * The part of a price without tax that remains after the cost, such as `45%`, or `40% – 45%` in regions with several taxes. A
 * dash without both, or without a price.
 */
export function marginText(values: PricedValues | undefined, { currency, taxes, usual }: MarginTerms): string {
  const price = currency && (values?.prices[currency] ?? usual?.[currency])
  const cost = values?.cost
  if (!price || cost == null || isUnreadable(price) || isUnreadable(cost)) return '–'
  const maximumFractionDigits = taxes.length > 1 ? 0 : 1
  const rates = taxes.length > 0 ? taxes : [0]
  const texts = [Math.max(...rates), Math.min(...rates)].map((rate) =>
    percentText(100 - (cost * (100 + rate)) / price, { maximumFractionDigits }),
  )
  return [...new Set(texts)].join(' – ')
}

interface TaxedRegion {
  id: string
  currency_code: string
  tax_rate: number
}

export interface TaxesInPrices {
  /** The regions of the currencies whose prices include tax. */
  regions: readonly TaxedRegion[]
  /** The rates that replace the rate of a region, in percent. */
  rates: readonly { product_id: string; region_id: string; rate: number }[]
}

/** The rates of the taxes in a price of a product, in percent: none, one, or several in regions with several taxes. */
export function taxesIn({ regions, rates }: TaxesInPrices, currency: string | undefined, product?: string): number[] {
  const rateIn = ({ id, tax_rate }: TaxedRegion) =>
    rates.find(({ product_id, region_id }) => product_id === product && region_id === id)?.rate ?? tax_rate
  return [...new Set(regions.filter(({ currency_code }) => currency_code === currency).map(rateIn))]
}
