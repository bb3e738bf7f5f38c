import { type Rated, sumOfRates, taxInGross, taxOnNet } from '#entities/market/tax/tax.ts'

/** Without `region_id`, the price applies in all regions with the currency. A deleted price list is null. */
export type PriceAmount = {
  amount: number
  currency_code: string
  region_id: string | null
  min_quantity: number | null
  max_quantity: number | null
  price_list_id: string | null
  price_list: PriceListTerms | null
}

export type PriceListTerms = {
  type: 'sale' | 'override'
  status: 'active' | 'draft'
  starts_at: Date | null
  ends_at: Date | null
  includes_tax: boolean
  customer_group_ids: readonly string[]
}

/** `tax_rates` make net and gross prices comparable. */
export type PriceContext = {
  currency: { code: string; includes_tax: boolean }
  region: { id: string; includes_tax: boolean } | null
  customer_group_ids: readonly string[]
  quantity: number | null
  tax_rates: readonly Rated[]
  now: Date
}

type BuyerContext = Pick<PriceContext, 'customer_group_ids' | 'now'>

/** Prices in minor units. A field is null if no price applies. */
export type Price = {
  original_price: number | null
  original_price_includes_tax: boolean | null
  calculated_price: number | null
  calculated_price_includes_tax: boolean | null
  calculated_price_type: 'default' | 'sale' | 'override' | null
}

export type PriceTaxes = {
  original_tax: number | null
  original_price_incl_tax: number | null
  calculated_tax: number | null
  calculated_price_incl_tax: number | null
}

export const NO_PRICE: Readonly<Price> = {
  original_price: null,
  original_price_includes_tax: null,
  calculated_price: null,
  calculated_price_includes_tax: null,
  calculated_price_type: null,
}

/**
 * `calculated_price` is the lowest price for the quantity, compared with tax. `original_price` ignores price lists
 * and prices for quantities, and prefers a price of the region to a price of the currency.
 */
export function selectPrice(amounts: readonly PriceAmount[], context: PriceContext): Price {
  const eligible = eligibleAmounts(amounts, context)
  const original = originalAmount(eligible)
  const lowest = lowestAmount(eligible, context)
  return {
    original_price: original?.amount ?? null,
    original_price_includes_tax: original ? includesTax(original, context) : null,
    calculated_price: lowest?.amount ?? null,
    calculated_price_includes_tax: lowest ? includesTax(lowest, context) : null,
    calculated_price_type: lowest ? (lowest.price_list?.type ?? 'default') : null,
  }
}

export function eligibleAmounts<A extends PriceAmount>(amounts: readonly A[], context: PriceContext): A[] {
  return filterVisibleAmounts(amounts, context).filter((amount) => isInMarket(amount, context))
}

export function filterVisibleAmounts<A extends PriceAmount>(amounts: readonly A[], buyer: BuyerContext): A[] {
  return amounts.filter((amount) => isVisibleAmount(amount, buyer))
}

/** A tax is null if there is no price or `rates` is null. */
export function priceTaxes(price: Price, rates: readonly Rated[] | null): PriceTaxes {
  const original = taxAndGrossPrice(price.original_price, price.original_price_includes_tax, rates)
  const calculated = taxAndGrossPrice(price.calculated_price, price.calculated_price_includes_tax, rates)
  return {
    original_tax: original.tax,
    original_price_incl_tax: original.price,
    calculated_tax: calculated.tax,
    calculated_price_incl_tax: calculated.price,
  }
}

function isInMarket({ region_id, currency_code }: PriceAmount, { region, currency }: PriceContext): boolean {
  return region_id == null ? currency_code === currency.code : region_id === region?.id
}

function isVisibleAmount(
  { price_list_id, price_list: list }: PriceAmount,
  { now, customer_group_ids }: BuyerContext,
): boolean {
  if (list == null) return price_list_id == null
  if (list.status !== 'active') return false
  if (list.starts_at != null && list.starts_at >= now) return false
  if (list.ends_at != null && list.ends_at <= now) return false
  return list.customer_group_ids.length === 0 || list.customer_group_ids.some((id) => customer_group_ids.includes(id))
}

function originalAmount(eligible: readonly PriceAmount[]): PriceAmount | undefined {
  const basePrices = eligible.filter((a) => a.price_list == null && a.min_quantity == null && a.max_quantity == null)
  return basePrices.find((amount) => amount.region_id != null) ?? basePrices[0]
}

/** Of two prices with equal cost, prefers a gross price to a net price, and then the first price. */
function lowestAmount(eligible: readonly PriceAmount[], context: PriceContext): PriceAmount | undefined {
  const factor = 100 + sumOfRates(context.tax_rates)
  let lowest: PriceAmount | undefined
  let lowestCost = Number.POSITIVE_INFINITY
  let lowestIsGross = false
  for (const amount of eligible) {
    if (!fitsQuantity(amount, context.quantity)) continue
    const isGross = includesTax(amount, context)
    const cost = amount.amount * (isGross ? 100 : factor)
    if (cost > lowestCost || (cost === lowestCost && (lowestIsGross || !isGross))) continue
    lowest = amount
    lowestCost = cost
    lowestIsGross = isGross
  }
  return lowest
}

function fitsQuantity({ min_quantity, max_quantity }: PriceAmount, quantity: number | null): boolean {
  if (quantity == null) return min_quantity == null
  return (min_quantity ?? 0) <= quantity && quantity <= (max_quantity ?? Number.POSITIVE_INFINITY)
}

/** The setting of the currency applies to all prices, the setting of the region only to prices of the region. */
function includesTax(amount: PriceAmount, { currency, region }: PriceContext): boolean {
  if (amount.price_list?.includes_tax || currency.includes_tax) return true
  return amount.region_id != null && region?.includes_tax === true
}

function taxAndGrossPrice(price: number | null, gross: boolean | null, rates: readonly Rated[] | null) {
  if (price == null || rates == null) return { tax: null, price: null }
  if (gross) return { tax: taxInGross(price, rates), price }
  const tax = taxOnNet(price, rates)
  return { tax, price: price + tax }
}
