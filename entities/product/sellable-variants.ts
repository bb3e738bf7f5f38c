import type { EntityManager } from '@mikro-orm/postgresql'
import type { CartType } from '../cart/cart.ts'
import { NotFound } from '../errors.ts'
import { fromJson } from '../json-row.ts'
import { list } from '../json-sql.ts'
import { statement } from '../statement.ts'
import { ratesLinkedTo } from '../tax/linked-rates.ts'
import { type LinkedRate, ratesFor } from '../tax/tax.ts'
import { type Amount, type Price, type PriceContext, selectPrice } from './price.ts'

/** Where, and by whom, something is bought. */
export interface SalesContext {
  region_id: string
  sales_channel_id?: string | null | undefined
  customer_id?: string | null | undefined
  /** In a draft and by a claim the shop sends whatever it has, published and offered or not. */
  type?: CartType | undefined
}

/** A variant with all that decides whether and for how much it can be sold. */
export interface SellableVariant {
  id: string
  title: string
  inventory_quantity: number
  allow_backorder: boolean
  manage_inventory: boolean
  product: {
    id: string
    title: string
    thumbnail: string | null
    discountable: boolean
    is_giftcard: boolean
    profile_id: string
  }
  /** Whether the sales channel offers the product. */
  is_offered: boolean
  amounts: Amount[]
  linked_rates: LinkedRate[]
}

/** What prices depend on beside the variant. */
export interface Market {
  currency: PriceContext['currency']
  region: { id: string; includes_tax: boolean; tax_rate: number }
  customer_group_ids: string[]
}

/** The variants among `ids` that can be bought, in one statement: those that are published. */
export async function sellableVariants(
  em: EntityManager,
  ids: readonly string[],
  { region_id, sales_channel_id, customer_id, type }: SalesContext,
): Promise<{ market: Market; variants: Map<string, SellableVariant> }> {
  const [found] = await sellable(
    em,
    customer_id ?? null,
    sales_channel_id ?? null,
    [...new Set(ids)],
    region_id,
    type === 'draft_order' || type === 'claim',
  )
  if (!found) throw new NotFound(`Region with ${region_id} was not found`)
  const { variants, ...market } = fromJson<Market & { variants: SellableVariant[] }>(found.sellable)
  return { market, variants: new Map(variants.map((variant) => [variant.id, variant])) }
}

/** The price of `quantity` pieces here and now; what lines of a cart cost. */
export function priceOf(variant: SellableVariant, market: Market, quantity: number): Price {
  const tax_rates = ratesFor(variant.linked_rates, market.region.tax_rate)
  return selectPrice(variant.amounts, { ...market, quantity, tax_rates, now: new Date() })
}

const sellable = statement<{ sellable: unknown }>(`
  select to_json(shown) as sellable from (
    select
      (select to_json(x) from (select r.id, r.includes_tax, r.tax_rate) x) as region,
      (select to_json(x) from (select code, includes_tax from currency where code = r.currency_code) x) as currency,
      array(select customer_group_id from customer_group_customers where customer_id = $1) as customer_group_ids,
      coalesce((select json_agg(x) from (
        select v.id, v.title, v.inventory_quantity, v.allow_backorder, v.manage_inventory,
          json_build_object('id', p.id, 'title', p.title, 'thumbnail', p.thumbnail, 'discountable', p.discountable,
            'is_giftcard', p.is_giftcard, 'profile_id', p.profile_id) as product,
          $5::boolean or exists (select from product_sales_channel l
            where l.product_id = p.id and l.sales_channel_id = $2) as is_offered,
          coalesce((select json_agg(a) from (
            select m.amount, m.currency_code, m.region_id, m.min_quantity, m.max_quantity, m.price_list_id,
              (select to_json(pl) from (
                select l.type, l.status, l.starts_at, l.ends_at, l.includes_tax, array(
                  select customer_group_id from price_list_customer_groups where price_list_id = l.id
                ) as customer_group_ids
                from price_list l where l.id = m.price_list_id and l.deleted_at is null) pl) as price_list
            from money_amount m
            where m.variant_id = v.id and m.deleted_at is null
              and (m.region_id = r.id or (m.region_id is null and m.currency_code = r.currency_code))
            order by m.created_at, m.id) a), '[]') as amounts,
          ${list(ratesLinkedTo({ product: 'p', region_id: 'r.id' }))} as linked_rates
        from product_variant v join product p on p.id = v.product_id
        where v.id = any($3::text[]) and v.deleted_at is null and p.deleted_at is null and (p.status = 'published' or $5)) x), '[]') as variants
    from region r where r.id = $4
  ) shown`)
