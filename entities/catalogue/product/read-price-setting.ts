import { type BoundStatement, batch, type Executor } from '#database/statement.ts'
import { NotFound } from '#entities/errors.ts'
import { selectCustomerGroups } from '#entities/people/customer/customer-groups.ts'
import { query } from '#entities/query.ts'
import type { PriceSetting } from './price-setting.ts'

export interface MarketQuery {
  region_id?: string | null | undefined
  currency_code?: string | null | undefined
  customer_id?: string | null | undefined
  /** Default: the groups of the customer. */
  customer_group_ids?: readonly string[] | undefined
}

/**
 * Returns the setting of a region, or else of a currency, in one round trip. An unknown currency is valid: no variant has
 * a price in it.
 */
export async function readPriceSetting(em: Executor, market: MarketQuery): Promise<PriceSetting> {
  const [setting] = await readPriceSettingWith(em, market, undefined)
  return setting
}

/** Also runs another statement in the same round trip, and returns its rows. */
export async function readPriceSettingWith<Row extends object>(
  em: Executor,
  market: MarketQuery,
  other: BoundStatement<Row> | undefined,
): Promise<[PriceSetting, Row[]]> {
  const { region_id, customer_id } = market
  const code = region_id ? undefined : market.currency_code?.toLowerCase()
  const [[region], [currency], groups, rows] = await batch<
    [RegionRow, CurrencyRow, { customer_group_id: string }, Row]
  >(
    em,
    region_id ? selectRegion.with(region_id) : undefined,
    code ? selectCurrency.with(code) : undefined,
    customer_id && !market.customer_group_ids ? selectCustomerGroups.with(customer_id) : undefined,
    other,
  )
  if (region_id && !region) throw new NotFound(`Region with ${region_id} was not found`)
  const customer_group_ids = market.customer_group_ids ?? groups.map(({ customer_group_id }) => customer_group_id)
  const found = region ? regionAndCurrency(region) : { region: null, currency: currency ?? unknownCurrency(code) }
  return [{ ...found, customer_group_ids }, rows]
}

function regionAndCurrency({ currency_code, currency_includes_tax, ...region }: RegionRow) {
  return { region, currency: { code: currency_code, includes_tax: currency_includes_tax } }
}

const unknownCurrency = (code: string | undefined) => (code ? { code, includes_tax: false } : null)

type Currency = NonNullable<PriceSetting['currency']>
interface CurrencyRow extends Currency {}
type Region = NonNullable<PriceSetting['region']>
interface RegionRow extends Region {
  currency_code: string
  currency_includes_tax: boolean
}

const selectRegion = query((db, id: string) =>
  db
    .selectFrom('region as r')
    .innerJoin('currency as c', 'c.code', 'r.currency_code')
    .select(['r.id', 'r.includes_tax', 'r.tax_rate', 'r.automatic_taxes', 'r.currency_code'])
    .select('c.includes_tax as currency_includes_tax')
    .where('r.id', '=', id)
    .where('r.deleted_at', 'is', null),
)

const selectCurrency = query((db, code: string) =>
  db.selectFrom('currency').select(['code', 'includes_tax']).where('code', '=', code),
)
