import type { EntityManager } from '@mikro-orm/postgresql'
import { now } from '../clock.ts'
import { fromJson } from '../json-row.ts'
import { list } from '../json-sql.ts'
import { statement } from '../statement.ts'
import { ratesLinkedTo } from '../tax/linked-rates.ts'
import { type LinkedRate, ratesFor, type TaxLine } from '../tax/tax.ts'
import {
  type Amount,
  eligibleAmounts,
  NO_PRICE,
  openAmounts,
  type Price,
  type PriceTaxes,
  priceTaxes,
  selectPrice,
} from './price.ts'
import type { PriceSetting } from './price-setting.ts'

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
  const found = await priceFacts(em, setting.region?.id ?? null, [...new Set(variantIds)])
  const at = now()
  return new Map(found.map(({ id, facts }) => [id, priceOf(fromJson<Facts>(facts), setting, quantity, at)]))
}

interface Facts {
  amounts: (Amount & { id: string })[]
  linked_rates: LinkedRate[]
}

function priceOf(facts: Facts, setting: PriceSetting, quantity: number | null, now: Date): VariantPrice {
  const { currency, region, customer_group_ids } = setting
  const rates = region ? ratesFor(facts.linked_rates, region.tax_rate) : []
  const tax_rates = region?.automatic_taxes ? rates : null
  if (!currency) {
    const open = openAmounts(facts.amounts, { customer_group_ids, now })
    return { ...NO_PRICE, ...priceTaxes(NO_PRICE, null), tax_rates, amount_ids: idsOf(open) }
  }
  const context = { currency, region, customer_group_ids, quantity, tax_rates: rates, now }
  const price = selectPrice(facts.amounts, context)
  const eligible = eligibleAmounts(facts.amounts, context)
  return { ...price, ...priceTaxes(price, tax_rates), tax_rates, amount_ids: idsOf(eligible) }
}

const idsOf = (rows: readonly { id: string }[]) => new Set(rows.map((row) => row.id))

/** The amounts of each variant with their price lists, and the tax rates of a region that are linked to its product. */
const priceFacts = statement<{ id: string; facts: unknown }>(`
  select v.id, json_build_object(
    'amounts', coalesce((select json_agg(a order by a.created_at, a.id) from (
      select m.id, m.created_at, m.amount, m.currency_code, m.region_id, m.min_quantity, m.max_quantity, m.price_list_id,
        case when l.id is not null then json_build_object(
          'type', l.type, 'status', l.status, 'starts_at', l.starts_at, 'ends_at', l.ends_at, 'includes_tax', l.includes_tax,
          'customer_group_ids', array(select customer_group_id from price_list_customer_groups where price_list_id = l.id)
        ) end as price_list
      from money_amount m left join price_list l on l.id = m.price_list_id and l.deleted_at is null
      where m.variant_id = v.id and m.deleted_at is null) a), '[]'),
    'linked_rates', ${list(ratesLinkedTo({ product: 'p', region_id: '$1' }))}
  ) as facts
  from product_variant v join product p on p.id = v.product_id
  where v.id = any($2::text[])`)
