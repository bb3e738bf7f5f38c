import type { EntityManager } from '@mikro-orm/postgresql'
import { missingIds } from '#database/missing-ids.ts'
import { statement } from '#database/statement.ts'
import { NotFound } from '#entities/errors.ts'
import { applyChanges, type Changes } from '#entities/values/apply-changes.ts'
import { MoneyAmount } from '../product/money-amount.ts'
import { ProductVariant } from '../product/product-variant.ts'
import { findRegionCurrencies, type PriceInput, type RegionCurrencies, toPriceRow } from '../product/variant-prices.ts'
import { lockPriceList } from './find-price-list.ts'

/** `id` names an existing price of the list. */
export interface ListPrice extends PriceInput {
  variant_id: string
}

/** Changes prices with an id and adds the others. */
export async function upsertListPrices(em: EntityManager, listId: string, prices: readonly ListPrice[]): Promise<void> {
  const regions = await findRegionCurrencies(em, prices)
  await checkVariants(em, prices)
  const known = await knownPrices(em, listId, prices)
  for (const { id, ...price } of prices) {
    const amount = id ? known.get(id)! : em.create(MoneyAmount, { ...stored(price, regions), price_list_id: listId })
    if (id) applyChanges<MoneyAmount>(amount, changesOf(price, regions))
    amount.assertValidQuantities()
  }
}

export async function replaceListPrices(
  em: EntityManager,
  listId: string,
  prices: readonly ListPrice[],
): Promise<void> {
  await em.nativeDelete(MoneyAmount, { price_list_id: listId, id: { $nin: idsOf(prices) } })
  await upsertListPrices(em, listId, prices)
}

export async function removePrices(em: EntityManager, listId: string, ids: readonly string[]): Promise<void> {
  const list = await lockPriceList(em, listId)
  await em.nativeDelete(MoneyAmount, { price_list_id: list.id, id: { $in: [...ids] } })
}

/** Returns the deleted ids. */
export async function removeProductPrices(
  em: EntityManager,
  listId: string,
  ids: readonly string[],
): Promise<string[]> {
  return (await deleteOfProducts(em, listId, ids)).map(({ id }) => id)
}

export async function removeVariantPrices(em: EntityManager, listId: string, id: string): Promise<string[]> {
  return (await deleteOfVariant(em, listId, id)).map(({ id }) => id)
}

const idsOf = (prices: readonly ListPrice[]) => prices.flatMap(({ id }) => id || [])

async function checkVariants(em: EntityManager, prices: readonly ListPrice[]): Promise<void> {
  const ids = new Set(prices.map((price) => price.variant_id))
  const [missing] = await missingIds(em, ProductVariant, [...ids])
  if (missing) throw new NotFound(`Variant with id: ${missing} was not found`)
}

async function knownPrices(
  em: EntityManager,
  listId: string,
  prices: readonly ListPrice[],
): Promise<Map<string, MoneyAmount>> {
  const ids = idsOf(prices)
  if (ids.length === 0) return new Map()
  const found = await em.find(MoneyAmount, { id: { $in: ids }, price_list_id: listId })
  const known = new Map(found.map((price) => [price.id, price]))
  const missing = ids.find((id) => !known.has(id))
  if (missing) throw new NotFound(`Money amount with id: ${missing} was not found`)
  return known
}

const stored = (price: ListPrice, regions: RegionCurrencies) => ({
  ...toPriceRow(price, regions),
  variant_id: price.variant_id,
})

/** A new region or currency replaces both. */
function changesOf(price: ListPrice, regions: RegionCurrencies): Changes<MoneyAmount> {
  const { region_id, currency_code, ...changes } = price
  if (!region_id && !currency_code) return changes
  const market = toPriceRow(price, regions)
  return { ...changes, region_id: market.region_id, currency_code: market.currency_code }
}

const deleteOfProducts = statement<{ id: string }>(`
  delete from money_amount where price_list_id = $1
    and variant_id in (select id from product_variant where product_id = any($2::text[])) returning id`)
const deleteOfVariant = statement<{ id: string }>(
  'delete from money_amount where price_list_id = $1 and variant_id = $2 returning id',
)
