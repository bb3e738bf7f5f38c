import { useLoadedCurrencies } from '#console/app/use-currencies.ts'
import type { TaxesInPrices } from './margin.ts'
import { useTaxesInPrices } from './use-taxes-in-prices.ts'
import { generalPrices, type VariantPrice } from './variant-prices.ts'

export interface ProductCurrencies {
  /** Those with a column for prices. */
  ofPrices: readonly string[]
  /** The currency of new costs. Undefined for a role that does not show the store: such a user changes known costs only. */
  ofCosts: string | undefined
  taxes: TaxesInPrices
}

interface PricedVariant {
  product_id: string
  prices?: readonly VariantPrice[] | undefined
}

/** The currencies of the shop. A role that does not show the store sees those of the prices. Undefined while they load. */
export function useProductCurrencies(variants: readonly PricedVariant[]): ProductCurrencies | undefined {
  const currencies = useLoadedCurrencies()
  const taxes = useTaxesInPrices([...new Set(variants.map(({ product_id }) => product_id))])
  if (!currencies) return undefined
  if (currencies.length > 0) return { ofPrices: currencies, ofCosts: currencies[0], taxes }
  const ofPrices = [...new Set(variants.flatMap(({ prices }) => Object.keys(generalPrices(prices))))].toSorted()
  return { ofPrices, ofCosts: undefined, taxes }
}
