import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '#client/index.ts'
import { type Entered, isUnreadable } from '#console/components/form/entered.ts'

export type Product = inferRouterOutputs<AppRouter>['admin']['priceLists']['listProducts']['products'][number]
export type Variant = NonNullable<Product['variants']>[number]
export type Price = NonNullable<Variant['prices']>[number]

/** A column of the grid: a currency, or a region with its currency. */
export interface Market {
  key: string
  name: string
  currency_code: string
  region_id?: string
}

/** The new amount of each changed cell. */
export type Changes = ReadonlyMap<string, Entered<number>>

export const cellKey = (variant: Pick<Variant, 'id'>, market: Market) => `${variant.id} ${market.key}`

const isOfMarket = ({ region_id, currency_code }: Price, market: Market): boolean =>
  market.region_id ? region_id === market.region_id : region_id === null && currency_code === market.currency_code

/** The price of the list for one unit. */
export const listedPrice = (variant: Variant, market: Market, priceListId: string): Price | undefined =>
  variant.prices?.find(
    (price) => price.price_list_id === priceListId && price.min_quantity === null && isOfMarket(price, market),
  )

/** The price that the list replaces: of the region, or else of its currency. */
export const replacedPrice = ({ prices = [] }: Variant, { region_id, ...currency }: Market): Price | undefined => {
  const unitPrices = prices.filter(({ price_list_id, min_quantity }) => price_list_id === null && min_quantity === null)
  const priceOf = (market: Market) => unitPrices.find((price) => isOfMarket(price, market))
  return (region_id ? priceOf({ region_id, ...currency }) : undefined) ?? priceOf(currency)
}

interface PriceWrite {
  id?: string
  variant_id: string
  amount: number
  region_id?: string
  currency_code?: string
}

/** The prices to store and the IDs of the prices to remove. */
export function toPriceWrites(
  changes: Changes,
  { variants, markets, priceListId }: { variants: readonly Variant[]; markets: readonly Market[]; priceListId: string },
): { prices: PriceWrite[]; removed: string[] } {
  const changedCells = variants
    .flatMap((variant) => markets.map((market) => ({ variant, market, key: cellKey(variant, market) })))
    .filter(({ key }) => changes.has(key))
  const prices: PriceWrite[] = []
  const removed: string[] = []
  for (const { variant, market, key } of changedCells) {
    const amount = changes.get(key)
    if (isUnreadable(amount)) continue
    const stored = listedPrice(variant, market, priceListId)
    if (amount != null)
      prices.push({ ...(stored ? { id: stored.id } : placeOf(market)), variant_id: variant.id, amount })
    else if (stored) removed.push(stored.id)
  }
  return { prices, removed }
}

const placeOf = ({ region_id, currency_code }: Market) => (region_id ? { region_id } : { currency_code })
