import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow } from '#database/rows.ts'
import type { NewColumns } from '#entities/base.ts'
import { NotFound } from '#entities/errors.ts'
import { Region } from '#entities/market/region/region.ts'
import { MoneyAmount } from './money-amount.ts'
import type { ProductVariant } from './product-variant.ts'

export type PriceInput = NewColumns<
  MoneyAmount,
  'amount',
  'id' | 'currency_code' | 'region_id' | 'min_quantity' | 'max_quantity'
>

export type RegionCurrencies = ReadonlyMap<string, string>

export async function findRegionCurrencies(
  em: EntityManager,
  prices: readonly PriceInput[],
): Promise<RegionCurrencies> {
  const ids = [...new Set(prices.flatMap((price) => price.region_id ?? []))]
  if (ids.length === 0) return new Map()
  const regions = await em.find(Region, { id: { $in: ids } })
  const currencies = new Map(regions.map((region) => [region.id, region.currency_code]))
  const missing = ids.find((id) => !currencies.has(id))
  if (missing) throw new NotFound(`Region with ${missing} was not found`)
  return currencies
}

export function addVariantPrice(
  em: EntityManager,
  variant_id: string,
  price: PriceInput,
  regions: RegionCurrencies,
): void {
  insertRow(em, MoneyAmount, { ...toPriceRow(price, regions), variant_id }).assertValidQuantities()
}

/** Replaces the prices without a price list. A price keeps its row if region, currency and quantities stay the same. */
export function replaceVariantPrices(
  em: EntityManager,
  variant: ProductVariant,
  {
    before: storedPrices,
    prices,
    regions,
  }: { before: MoneyAmount[]; prices: readonly PriceInput[]; regions: RegionCurrencies },
): void {
  const remaining = new Set(storedPrices)
  for (const { id, ...price } of prices) {
    const newColumns = toPriceRow(price, regions)
    const storedPrice = [...remaining].find((old) => (id ? old.id === id : scopeOf(old) === scopeOf(newColumns)))
    if (id && !storedPrice) throw new NotFound(`Money amount with id: ${id} was not found`)
    if (!storedPrice) {
      addVariantPrice(em, variant.id, price, regions)
      continue
    }
    Object.assign(storedPrice, id && !price.region_id && !price.currency_code ? quantitiesOf(price) : newColumns)
    storedPrice.assertValidQuantities()
    remaining.delete(storedPrice)
  }
  for (const price of remaining) em.remove(price)
}

const quantitiesOf = ({ amount, min_quantity, max_quantity }: PriceInput) => ({
  amount,
  min_quantity: min_quantity ?? null,
  max_quantity: max_quantity ?? null,
})

export const toPriceRow = (price: PriceInput, regions: RegionCurrencies) => ({
  ...quantitiesOf(price),
  region_id: price.region_id ?? null,
  currency_code: (price.region_id ? regions.get(price.region_id) : price.currency_code?.toLowerCase()) ?? '',
})

type Scope = Pick<MoneyAmount, 'region_id' | 'currency_code' | 'min_quantity' | 'max_quantity'>

const scopeOf = ({ region_id, currency_code, min_quantity, max_quantity }: Scope): string =>
  JSON.stringify([region_id ?? null, currency_code, min_quantity ?? null, max_quantity ?? null])
