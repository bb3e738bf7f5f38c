import type { EntityManager } from '@mikro-orm/postgresql'
import { now } from '../clock.ts'
import { fromJson } from '../json-row.ts'
import { SETTINGS_VERSION, settingsOf } from '../settings/settings.ts'
import { statement } from '../statement.ts'
import { ratesOfProduct } from '../tax/linked-rates.ts'
import { ratesFor, type TaxLine } from '../tax/tax.ts'
import {
  type Amount,
  eligibleAmounts,
  NO_PRICE,
  openAmounts,
  type Price,
  type PriceContext,
  type PriceTaxes,
  priceTaxes,
  selectPrice,
} from './price.ts'
import type { PriceSetting } from './price-setting.ts'
import { RATE_IDS } from './product-columns.ts'

/** What a variant costs, and by which of its amounts. */
export interface VariantPrice extends Price, PriceTaxes {
  /** Null where taxes are not to be shown. */
  tax_rates: TaxLine[] | null
  /** The ids of the amounts that the setting may see; without a currency, those of every region and currency. */
  amount_ids: ReadonlySet<string>
}

/**
 * What each of these variants costs for whoever asks. One statement, however many there are.
 * @param quantity how many pieces are priced; null for the price that is shown before a quantity is known.
 */
export async function pricesOf(
  em: EntityManager,
  variantIds: readonly string[],
  setting: PriceSetting,
  quantity: number | null = null,
): Promise<Map<string, VariantPrice>> {
  if (variantIds.length === 0) return new Map()
  const found = await priceFacts(em, [...new Set(variantIds)])
  const region_id = setting.region?.id
  const version = found[0]?.settings_version
  const region = region_id && version ? (await settingsOf(em, version, [region_id])).region(region_id) : undefined
  const asked = { ...setting, quantity, now: now() }
  return new Map(
    found.map(({ id, facts }) => {
      const { amounts, ...linked } = fromJson<Facts>(facts)
      return [id, priceOf(amounts, region ? ratesFor(ratesOfProduct(region, linked), region.tax_rate) : [], asked)]
    }),
  )
}

type StoredAmount = Amount & { id: string }

interface Facts {
  amounts: StoredAmount[]
  type_id: string | null
  rate_ids: string[]
}

type Asked = PriceSetting & Pick<PriceContext, 'quantity' | 'now'>

function priceOf(amounts: readonly StoredAmount[], rates: TaxLine[], asked: Asked): VariantPrice {
  const { currency, region, customer_group_ids, quantity, now } = asked
  const tax_rates = region?.automatic_taxes ? rates : null
  if (!currency) {
    const open = openAmounts(amounts, { customer_group_ids, now })
    return { ...NO_PRICE, ...priceTaxes(NO_PRICE, null), tax_rates, amount_ids: idsOf(open) }
  }
  const context = { currency, region, customer_group_ids, quantity, tax_rates: rates, now }
  const price = selectPrice(amounts, context)
  const eligible = eligibleAmounts(amounts, context)
  return { ...price, ...priceTaxes(price, tax_rates), tax_rates, amount_ids: idsOf(eligible) }
}

const idsOf = (rows: readonly { id: string }[]) => new Set(rows.map((row) => row.id))

/** The amounts of each variant with their price lists, and what tells the tax rates that are linked to its product. */
const priceFacts = statement<{ id: string; facts: unknown; settings_version: string }>(`
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
    'rate_ids', ${RATE_IDS}
  ) as facts, ${SETTINGS_VERSION} as settings_version
  from product_variant v join product p on p.id = v.product_id
  where v.id = any($1::text[])`)
