import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { InvalidData } from '#entities/errors.ts'
import type { RegionMoney } from '#entities/refusal-reasons.ts'

const NAMES: Record<keyof RegionMoney, string> = {
  carts: 'open carts with items',
  gift_cards: 'gift cards with a balance',
  discounts: 'discounts with amounts',
  orders: 'unfinished orders',
  shipping_options: 'shipping options with a price or requirements',
  prices: 'prices of variants',
}

/** Amounts have the currency of their region, so a new currency would give them another value. @throws InvalidData */
export async function assertHoldsNoMoney(em: EntityManager, region_id: string): Promise<void> {
  const [found] = await countMoney(em, region_id)
  const { carts = 0, gift_cards = 0, discounts = 0, orders = 0, shipping_options = 0, prices = 0 } = found ?? {}
  const counts = { carts, gift_cards, discounts, orders, shipping_options, prices }
  const kinds = (Object.keys(NAMES) as (keyof RegionMoney)[]).filter((kind) => counts[kind] > 0)
  if (kinds.length === 0) return
  const list = kinds.map((kind) => `${NAMES[kind]}: ${counts[kind]}`).join(', ')
  throw new InvalidData(`The region has money in its currency (${list}). Create another region instead.`)
    .about('currency_code')
    .because({ name: 'region_holds_money', ...counts })
}

const countMoney = statement<RegionMoney>(`
  select
    (select count(*)::int from cart c where c.region_id = $1 and c.completed_at is null and c.deleted_at is null
      and exists (select from line_item where cart_id = c.id)) as carts,
    (select count(*)::int from gift_card where region_id = $1 and deleted_at is null and balance > 0) as gift_cards,
    (select count(*)::int from discount d join discount_rule r on r.id = d.rule_id
      where d.deleted_at is null and (r.type = 'fixed' or r.minimum_amount is not null or r.buy_get->>'buy_amount' is not null
        or jsonb_path_exists(r.tiers, '$[*].minimum_amount ? (@ != null)')) and exists (
        select from discount_regions where discount_id = d.id and region_id = $1)) as discounts,
    (select count(*)::int from "order" where region_id = $1 and status in ('pending', 'requires_action')) as orders,
    (select count(*)::int from shipping_option o where o.region_id = $1 and o.deleted_at is null
      and (o.amount > 0 or exists (select from shipping_option_requirement
        where shipping_option_id = o.id and deleted_at is null and amount > 0))) as shipping_options,
    (select count(*)::int from money_amount m join product_variant v on v.id = m.variant_id
      left join price_list l on l.id = m.price_list_id
      where m.region_id = $1 and m.deleted_at is null and v.deleted_at is null and l.deleted_at is null) as prices`)
