import type { EntityManager } from '@mikro-orm/postgresql'
import { anyOf } from '#database/query.ts'
import { insertRow, type JsonRow, type Row, trackRow } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import { NotFound } from '#entities/errors.ts'
import { query } from '#entities/query.ts'
import { applyChanges, type Changes } from '#entities/values/apply-changes.ts'
import { missingIds } from '#entities/values/missing-ids.ts'
import { MoneyAmount } from '../product/money-amount.ts'
import { ProductVariant } from '../product/product-variant.ts'
import { findRegionCurrencies, type PriceInput, type RegionCurrencies, toPriceRow } from '../product/variant-prices.ts'
import { lockPriceList } from './find-price-list.ts'

export interface ListPrice extends PriceInput {
  variant_id: string
}

export async function upsertListPrices(em: EntityManager, listId: string, prices: readonly ListPrice[]): Promise<void> {
  const regions = await findRegionCurrencies(em, prices)
  await assertVariantsExist(em, prices)
  const storedPrices = await findStoredPrices(em, listId, prices)
  for (const { id, ...price } of prices) {
    const amount = id
      ? storedPrices.get(id)!
      : insertRow(em, MoneyAmount, { ...toRow(price, regions), price_list_id: listId })
    if (id) applyChanges<Row<MoneyAmount>>(amount, changesOf(price, regions))
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

async function assertVariantsExist(em: EntityManager, prices: readonly ListPrice[]): Promise<void> {
  const ids = new Set(prices.map((price) => price.variant_id))
  const [missing] = await missingIds(em, ProductVariant, [...ids])
  if (missing) throw new NotFound(`Variant with id: ${missing} was not found`)
}

async function findStoredPrices(
  em: EntityManager,
  listId: string,
  prices: readonly ListPrice[],
): Promise<Map<string, Row<MoneyAmount>>> {
  const ids = idsOf(prices)
  if (ids.length === 0) return new Map()
  const rows = await selectPrices(em, listId, ids)
  const storedPrices = new Map(rows.map(({ row }) => trackRow(em, MoneyAmount, row)).map((price) => [price.id, price]))
  const missing = ids.find((id) => !storedPrices.has(id))
  if (missing) throw new NotFound(`Money amount with id: ${missing} was not found`)
  return storedPrices
}

const selectPrices = statement<JsonRow>(`
  select to_json(ma) as row from money_amount ma
  where price_list_id = $1 and id = any($2::text[]) and deleted_at is null`)

const toRow = (price: ListPrice, regions: RegionCurrencies) => ({
  ...toPriceRow(price, regions),
  variant_id: price.variant_id,
})

function changesOf(price: ListPrice, regions: RegionCurrencies): Changes<Row<MoneyAmount>> {
  const { region_id, currency_code, ...changes } = price
  if (!region_id && !currency_code) return changes
  const market = toPriceRow(price, regions)
  return { ...changes, region_id: market.region_id, currency_code: market.currency_code }
}

const deleteOfProducts = query((db, price_list_id: string, productIds: readonly string[]) =>
  db
    .deleteFrom('money_amount')
    .where('price_list_id', '=', price_list_id)
    .where('variant_id', 'in', (eb) =>
      eb.selectFrom('product_variant').select('id').where('product_id', '=', anyOf(productIds)),
    )
    .returning('id'),
)
const deleteOfVariant = query((db, price_list_id: string, variant_id: string) =>
  db
    .deleteFrom('money_amount')
    .where('price_list_id', '=', price_list_id)
    .where('variant_id', '=', variant_id)
    .returning('id'),
)
