import type { EntityManager } from '@mikro-orm/postgresql'
import { anyOf } from '#database/query.ts'
import { deleteRow, insertRow, type JsonRow, type Row, trackRow } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import type { NewColumns } from '#entities/base.ts'
import { NotFound } from '#entities/errors.ts'
import { query } from '#entities/query.ts'
import { MoneyAmount } from './money-amount.ts'

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
  const regions = await selectRegions(em, ids)
  const currencies = new Map(regions.map((region) => [region.id, region.currency_code]))
  const missing = ids.find((id) => !currencies.has(id))
  if (missing) throw new NotFound(`Region with ${missing} was not found`)
  return currencies
}

const selectRegions = query((db, ids: readonly string[]) =>
  db.selectFrom('region').select(['id', 'currency_code']).where('id', '=', anyOf(ids)).where('deleted_at', 'is', null),
)

/** Returns the prices of the variants that belong to no price list. */
export async function findBasePrices(em: EntityManager, variantIds: readonly string[]): Promise<Row<MoneyAmount>[]> {
  const rows = variantIds.length > 0 ? await selectBasePrices(em, variantIds) : []
  return rows.map(({ row }) => trackRow(em, MoneyAmount, row))
}

const selectBasePrices = statement<JsonRow>(`
  select to_json(ma) as row from money_amount ma
  where variant_id = any($1::text[]) and price_list_id is null and deleted_at is null order by created_at, id`)

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
  variant_id: string,
  {
    before: storedPrices,
    prices,
    regions,
  }: { before: Row<MoneyAmount>[]; prices: readonly PriceInput[]; regions: RegionCurrencies },
): void {
  const remaining = new Set(storedPrices)
  for (const { id, ...price } of prices) {
    const newColumns = toPriceRow(price, regions)
    const storedPrice = [...remaining].find((old) => (id ? old.id === id : scopeOf(old) === scopeOf(newColumns)))
    if (id && !storedPrice) throw new NotFound(`Money amount with id: ${id} was not found`)
    if (!storedPrice) {
      addVariantPrice(em, variant_id, price, regions)
      continue
    }
    Object.assign(storedPrice, id && !price.region_id && !price.currency_code ? quantitiesOf(price) : newColumns)
    storedPrice.assertValidQuantities()
    remaining.delete(storedPrice)
  }
  for (const price of remaining) deleteRow(em, price)
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
