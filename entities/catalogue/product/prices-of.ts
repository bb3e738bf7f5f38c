import type { EntityManager } from '@mikro-orm/postgresql'
import { fromJson } from '#database/json-rows.ts'
import { type BoundStatement, batch, statement } from '#database/statement.ts'
import type { PriceSetting } from '#entities/catalogue/product/price-setting.ts'
import {
  type RegionRate,
  type RegionSnapshot,
  SETTINGS_VERSION,
  settingsOf,
} from '#entities/market/settings/settings.ts'
import { isTaxedWhenSold, ratesOfProduct } from '#entities/market/tax/linked-rates.ts'
import { ratesFor, type TaxLine } from '#entities/market/tax/tax.ts'
import { now } from '#entities/values/clock.ts'
import {
  eligibleAmounts,
  filterVisibleAmounts,
  NO_PRICE,
  type Price,
  type PriceAmount,
  type PriceContext,
  type PriceTaxes,
  priceTaxes,
  selectPrice,
} from './price.ts'
import { RATE_IDS } from './product-columns.ts'

type RateColumn = 'id' | 'region_id' | 'created_at' | 'updated_at' | 'metadata'

type VariantTaxRate = TaxLine & Partial<Pick<RegionRate, RateColumn>>

export interface VariantPrice extends Price, PriceTaxes {
  /** Null if the region does not compute taxes automatically. */
  tax_rates: VariantTaxRate[] | null
  /** Ids of the visible prices. Without a currency, these are the prices of all regions and currencies. */
  amount_ids: ReadonlySet<string>
}

/** Returns the prices by variant id. Without a quantity, prices with a minimum quantity are ignored. */
export async function readVariantPrices(
  em: EntityManager,
  variantIds: readonly string[],
  setting: PriceSetting,
  quantity: number | null = null,
): Promise<Map<string, VariantPrice>> {
  const [rows] = await batch<[PriceRow]>(em, priceRowsOf(variantIds))
  return computeVariantPrices(em, rows, { ...setting, quantity })
}

/** Returns the statement whose rows `computeVariantPrices` needs. */
export const priceRowsOf = (variantIds: readonly string[]): BoundStatement<PriceRow> | undefined =>
  variantIds.length === 0 ? undefined : selectPriceRows.with([...new Set(variantIds)])

export async function computeVariantPrices(
  em: EntityManager,
  rows: readonly PriceRow[],
  setting: PriceSetting & Pick<PriceContext, 'quantity'>,
): Promise<Map<string, VariantPrice>> {
  const region_id = setting.region?.id
  const version = rows[0]?.settings_version
  const region = region_id && version ? (await settingsOf(em, version, [region_id])).region(region_id) : undefined
  const priceQuery = { ...setting, now: setting.at ?? now() }
  return new Map(
    rows.map(({ id, price_row }) => {
      const { amounts, ...linked } = fromJson<VariantPriceRow>(price_row)
      return [id, computeVariantPrice(amounts, region ? ratesOf(region, linked) : [], priceQuery)]
    }),
  )
}

function ratesOf(region: RegionSnapshot, linked: Omit<VariantPriceRow, 'amounts'>): VariantTaxRate[] {
  if (!isTaxedWhenSold(linked, region)) return []
  const rates = ratesOfProduct(region, linked)
  if (rates.length === 0) return ratesFor([], region.tax_rate)
  return rates.map(({ id, created_at, updated_at, rate, code, name, region_id, metadata }) => ({
    id,
    created_at,
    updated_at,
    rate: rate ?? 0,
    code,
    name,
    region_id,
    metadata,
  }))
}

type StoredAmount = PriceAmount & { id: string }

interface VariantPriceRow {
  amounts: StoredAmount[]
  type_id: string | null
  is_giftcard: boolean
  rate_ids: string[]
}

type QuantityPriceQuery = PriceSetting & Pick<PriceContext, 'quantity' | 'now'>

function computeVariantPrice(
  amounts: readonly StoredAmount[],
  rates: VariantTaxRate[],
  priceQuery: QuantityPriceQuery,
): VariantPrice {
  const { currency, region, customer_group_ids, quantity, now } = priceQuery
  const tax_rates = region?.automatic_taxes ? rates : null
  if (!currency) {
    const visible = filterVisibleAmounts(amounts, { customer_group_ids, now })
    return { ...NO_PRICE, ...priceTaxes(NO_PRICE, null), tax_rates, amount_ids: idsOf(visible) }
  }
  const context = { currency, region, customer_group_ids, quantity, tax_rates: rates, now }
  const price = selectPrice(amounts, context)
  const eligible = eligibleAmounts(amounts, context)
  return { ...price, ...priceTaxes(price, tax_rates), tax_rates, amount_ids: idsOf(eligible) }
}

const idsOf = (rows: readonly { id: string }[]) => new Set(rows.map((row) => row.id))

interface PriceRow {
  id: string
  price_row: unknown
  settings_version: string
}

const selectPriceRows = statement<PriceRow>(`
  select v.id, json_build_object(
    'amounts', coalesce((select json_agg(a order by a.created_at, a.id) from (
      select m.id, m.created_at, m.amount, m.currency_code, m.region_id, m.min_quantity, m.max_quantity, m.price_list_id,
        case when l.id is not null then json_build_object(
          'type', l.type, 'status', l.status, 'starts_at', l.starts_at, 'ends_at', l.ends_at, 'includes_tax', l.includes_tax,
          'customer_group_ids', array(select customer_group_id from price_list_customer_groups where price_list_id = l.id)
        ) end as price_list
      from money_amount m left join price_list l on l.id = m.price_list_id and l.deleted_at is null
      where m.variant_id = v.id and m.deleted_at is null) a), '[]'),
    'type_id', p.type_id,
    'is_giftcard', p.is_giftcard,
    'rate_ids', ${RATE_IDS}
  ) as price_row, ${SETTINGS_VERSION} as settings_version
  from product_variant v join product p on p.id = v.product_id
  where v.id = any($1::text[])`)
