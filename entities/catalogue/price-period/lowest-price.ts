import {
  eligibleAmounts,
  type Price,
  type PriceAmount,
  type PriceContext,
  priceTaxes,
  selectPrice,
} from '#entities/catalogue/product/price.ts'
import type { Rated } from '#entities/market/tax/tax.ts'

/** A time in which buyers can see a price for one unit. Times are milliseconds since 1970. */
export interface VisiblePrice {
  visible_from: number
  visible_to: number | null
  amount: number
  currency_code: string
  region_id: string | null
  price_list_id: string | null
  includes_tax: boolean
  customer_group_ids: readonly string[]
}

/** In minor units. A field is null if no price applied. */
export interface LowestPrice {
  /** The lowest price of the last 30 days, with the current price. */
  amount: number | null
  amount_incl_tax: number | null
  /** The lowest price of the 30 days before the current price. */
  prior_amount: number | null
  prior_amount_incl_tax: number | null
}

type Buyer = Omit<PriceContext, 'quantity'> & { shown_tax_rates: readonly Rated[] | null }

const DAY = 24 * 60 * 60 * 1000
const WINDOW = 30 * DAY

export function findLowestPrice(prices: readonly VisiblePrice[], buyer: Buyer): LowestPrice {
  const now = buyer.now.getTime()
  const lowestBetween = (from: number, to: number) => lowestOf(visibleBetween(prices, from, to), buyer)
  const lowest = lowestBetween(now - WINDOW, now + 1)
  const start = startOfCurrentPrice(prices, buyer)
  const prior = start === undefined ? undefined : lowestBetween(start - WINDOW, start)
  return {
    amount: lowest.calculated_price,
    amount_incl_tax: priceTaxes(lowest, buyer.shown_tax_rates).calculated_price_incl_tax,
    prior_amount: prior?.calculated_price ?? null,
    prior_amount_incl_tax: prior ? priceTaxes(prior, buyer.shown_tax_rates).calculated_price_incl_tax : null,
  }
}

/** `from` is part of the time, and `to` is not. */
const visibleBetween = (prices: readonly VisiblePrice[], from: number, to: number): VisiblePrice[] =>
  prices.filter(({ visible_from, visible_to }) => visible_from < to && (visible_to === null || visible_to > from))

const lowestOf = (prices: readonly VisiblePrice[], buyer: Buyer): Price =>
  selectPrice(prices.map(toPriceAmount), { ...buyer, quantity: null })

function startOfCurrentPrice(prices: readonly VisiblePrice[], buyer: Buyer): number | undefined {
  const now = buyer.now.getTime()
  const current = visibleBetween(prices, now, now + 1)
  const { calculated_price } = lowestOf(current, buyer)
  const starts = eligibleAmounts(current.map(toPriceAmount), { ...buyer, quantity: null })
    .filter(({ amount }) => amount === calculated_price)
    .map(({ visible_from }) => visible_from)
  return starts.length > 0 ? Math.min(...starts) : undefined
}

function toPriceAmount({ visible_from, ...price }: VisiblePrice): PriceAmount & { visible_from: number } {
  const { amount, currency_code, region_id, price_list_id, includes_tax, customer_group_ids } = price
  const terms = { type: 'sale', status: 'active', starts_at: null, ends_at: null } as const
  return {
    ...{ visible_from, amount, currency_code, region_id, price_list_id, min_quantity: null, max_quantity: null },
    price_list: price_list_id === null ? null : { ...terms, includes_tax, customer_group_ids },
  }
}
