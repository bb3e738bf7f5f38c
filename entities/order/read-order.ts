import type { EntityManager } from '@mikro-orm/postgresql'
import { CUSTOMER, type GiftCardFacts } from '../cart/read-cart.ts'
import { type OrderTotals, orderTotals } from '../cart/totals.ts'
import type { SpentGiftCard } from '../gift-card/spend.ts'
import { fromJson } from '../json-row.ts'
import { list, row } from '../json-sql.ts'
import { statement } from '../statement.ts'
import type { TaxLine } from '../tax/tax.ts'

/* Orders and everything that is ever shown of them to their customers, in one statement. */

export interface OrderFacts {
  id: string
  currency_code: string
  items: {
    id: string
    title: string
    unit_price: number
    quantity: number
    returned_quantity: number | null
    includes_tax: boolean
    tax_lines: TaxLine[]
    adjustments: { amount: number; discount_id: string | null }[]
  }[]
  shipping_methods: {
    id: string
    price: number
    includes_tax: boolean
    tax_lines: TaxLine[]
    shipping_option: { name: string }
  }[]
  discounts: { id: string; code: string; rule: { type: string } }[]
  gift_cards: GiftCardFacts[]
  gift_card_transactions: SpentGiftCard[]
  payments: { id: string; amount: number; provider_id: string; canceled_at: Date | null }[]
  refunds: { id: string; amount: number; reason: string; note: string | null }[]
}

/** Null where there is no such order. */
export async function readOrder(
  em: EntityManager,
  by: { id: string } | { cart_id: string },
): Promise<OrderFacts | null> {
  const [found] = 'id' in by ? await orderById(em, by.id) : await orderByCart(em, by.cart_id)
  return found ? fromJson<OrderFacts>(found.order) : null
}

/** The orders, in the order of the ids. */
export async function readOrders(em: EntityManager, ids: readonly string[]): Promise<OrderFacts[]> {
  if (ids.length === 0) return []
  const found = await ordersById(em, [...ids])
  return found.map(({ order }) => fromJson<OrderFacts>(order))
}

/** What an order came to, from what was recorded when it was placed. */
export function priceOrder(order: OrderFacts): OrderTotals {
  const free = order.discounts.some((discount) => discount.rule.type === 'free_shipping')
  return orderTotals({
    lines: order.items,
    shipping_methods: order.shipping_methods.map((method) => ({ ...method, free })),
    gift_card_transactions: order.gift_card_transactions,
    payments: order.payments,
    refunds: order.refunds,
  })
}

const ORDER = (which: string) => `
  select to_json(shown) as order from (
    select o.*,
      ${row('select * from region where id = o.region_id')} as region,
      ${row(`${CUSTOMER} where id = o.customer_id`)} as customer,
      ${row('select * from address where id = o.billing_address_id')} as billing_address,
      ${row('select * from address where id = o.shipping_address_id')} as shipping_address,
      ${list(`
        select li.*, ${row('select * from product_variant where id = li.variant_id')} as variant,
          ${list('select * from line_item_adjustment where item_id = li.id order by id')} as adjustments,
          ${list('select * from line_item_tax_line where item_id = li.id order by id')} as tax_lines
        from line_item li where li.order_id = o.id order by li.created_at, li.id`)} as items,
      ${list(`
        select sm.*, ${row('select * from shipping_option where id = sm.shipping_option_id')} as shipping_option,
          ${list('select * from shipping_method_tax_line where shipping_method_id = sm.id order by id')} as tax_lines
        from shipping_method sm where sm.order_id = o.id order by sm.id`)} as shipping_methods,
      ${list(`
        select d.*, ${row('select * from discount_rule where id = d.rule_id')} as rule
        from discount d join order_discounts l on l.discount_id = d.id
        where l.order_id = o.id order by d.created_at, d.id`)} as discounts,
      ${list(`
        select g.* from gift_card g join order_gift_cards l on l.gift_card_id = g.id
        where l.order_id = o.id order by g.created_at, g.id`)} as gift_cards,
      ${list('select * from gift_card_transaction where order_id = o.id order by created_at, id')} as gift_card_transactions,
      ${list('select * from payment where order_id = o.id order by created_at, id')} as payments,
      ${list('select * from refund where order_id = o.id order by created_at, id')} as refunds
    from "order" o where ${which}
  ) shown`

const orderById = statement<{ order: unknown }>(ORDER('o.id = $1'))
const orderByCart = statement<{ order: unknown }>(ORDER('o.cart_id = $1'))
const ordersById = statement<{ order: unknown }>(ORDER('o.id = any($1) order by array_position($1, o.id)'))
