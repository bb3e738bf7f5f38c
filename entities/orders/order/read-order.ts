import type { EntityManager } from '@mikro-orm/postgresql'
import { fromJson, jsonListSql, wholeRowSql } from '#database/json-rows.ts'
import type { Columns } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import type { AdjustmentSnapshot } from '#entities/cart/cart/read-cart.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import type { LineItemTaxLine } from '#entities/cart/line-item/line-item-tax-line.ts'
import type { Payment } from '#entities/cart/payment/payment.ts'
import type { Refund } from '#entities/cart/payment/refund.ts'
import { computeOrderTotals, type OrderTotals } from '#entities/cart/pricing/totals.ts'
import type { ShippingMethod } from '#entities/cart/shipping/shipping-method.ts'
import type { ShippingOption } from '#entities/market/shipping/shipping-option.ts'
import type { TaxLine } from '#entities/market/tax/tax.ts'
import type { Discount } from '#entities/promotions/discount/discount.ts'
import type { DiscountRule } from '#entities/promotions/discount/discount-rule.ts'
import type { GiftCard } from '#entities/promotions/gift-card/gift-card.ts'
import type { SpentGiftCard } from '#entities/promotions/gift-card/spend-gift-cards.ts'
import type { BookedTax } from '../taxes/booked-taxes.ts'
import { type TaxedOrder, taxesOfOrder } from '../taxes/taxes-of-order.ts'
import type { Order } from './order.ts'
import { isUncanceledPayment } from './payment-filters.ts'
import { type SoldAmounts, soldAmountsOf } from './sold-amounts.ts'

type OrderColumns = Pick<Columns<Order>, 'id' | 'currency_code'>
type PaymentColumns = Pick<
  Columns<Payment>,
  'id' | 'amount' | 'amount_refunded' | 'provider_id' | 'captured_at' | 'canceled_at' | 'swap_id'
>
type RefundColumns = Pick<
  Columns<Refund>,
  | 'id'
  | 'amount'
  | 'excess_amount'
  | 'reason'
  | 'note'
  | 'status'
  | 'payment_id'
  | 'claim_order_id'
  | 'swap_id'
  | 'return_id'
>
type LineColumns = Pick<
  Columns<LineItem>,
  | 'id'
  | 'title'
  | 'unit_price'
  | 'quantity'
  | 'fulfilled_quantity'
  | 'shipped_quantity'
  | 'returned_quantity'
  | 'includes_tax'
>

export type StoredAdjustment = Pick<AdjustmentSnapshot, 'amount' | 'discount_id' | 'plugin' | 'description'>

export interface OrderLineSnapshot extends LineColumns {
  tax_lines: TaxLine[]
  adjustments: StoredAdjustment[]
  /** Null for a custom line. */
  product_id?: string | null
}

export interface OrderMethodSnapshot
  extends Pick<Columns<ShippingMethod>, 'id' | 'cart_id' | 'price' | 'includes_tax' | 'adjustments'> {
  tax_lines: TaxLine[]
  shipping_option: Pick<Columns<ShippingOption>, 'name'>
}

export interface OrderSnapshot extends OrderColumns {
  items: OrderLineSnapshot[]
  shipping_methods: OrderMethodSnapshot[]
  discounts: (Pick<Columns<Discount>, 'id' | 'code'> & { rule: Pick<Columns<DiscountRule>, 'type'> })[]
  gift_cards: Pick<Columns<GiftCard>, 'id' | 'code'>[]
  gift_card_transactions: SpentGiftCard[]
  payments: PaymentColumns[]
  /** Excludes failed refunds. */
  refunds: RefundColumns[]
  /** The debts of the customer that returned goods settled, in minor units. */
  settled_debts: TaxedOrder['settled_debts']
}

/** The lines of an order with all their columns, and the facts that determine its taxes. */
export interface StoredOrder extends OrderSnapshot, Pick<TaxedOrder, 'country_code' | 'refunded_items'> {
  items: StoredLine[]
}

interface StoredLine extends Columns<LineItem>, Pick<OrderLineSnapshot, 'product_id'> {
  adjustments: AdjustmentSnapshot[]
  tax_lines: Columns<LineItemTaxLine>[]
}

export async function readOrder(em: EntityManager, id: string): Promise<StoredOrder | null> {
  const [row] = await selectOrderJson(em, id)
  return row ? orderFromJson(row.order) : null
}

export const orderFromJson = (json: unknown): StoredOrder =>
  fromJson<StoredOrder>(json, { nested: { items: { entity: LineItem } } })

type PriceableOrder = Omit<OrderSnapshot, 'id' | 'currency_code' | 'gift_cards' | 'settled_debts'>

export function priceOrder(order: PriceableOrder): OrderTotals {
  return computeOrderTotals({
    lines: order.items,
    shipping_methods: order.shipping_methods.map((method) => ({ ...method, free: isFreeMethod(order, method) })),
    gift_card_transactions: order.gift_card_transactions,
    payments: order.payments.filter(isUncanceledPayment),
    refunds: order.refunds,
  })
}

export interface PricedOrder extends StoredOrder {
  /** In minor units. */
  total: number
  sold: SoldAmounts
  taxes: BookedTax[]
}

/** The caller has locked the order, so it exists. */
export const readPricedOrder = async (em: EntityManager, id: string): Promise<PricedOrder> =>
  withTotal((await readOrder(em, id)) as StoredOrder)

export function withTotal(order: StoredOrder): PricedOrder {
  const totals = priceOrder(order)
  return { ...order, total: totals.total, sold: soldAmountsOf(totals), taxes: taxesOfOrder(order, totals) }
}

/** A discount gives the shipping that the customer chose in the cart, not the shipping that an administrator adds later. */
export const isFreeMethod = (
  { discounts }: Pick<OrderSnapshot, 'discounts'>,
  { cart_id, is_free = false }: Pick<OrderMethodSnapshot, 'cart_id'> & { is_free?: boolean },
): boolean => is_free || (cart_id !== null && discounts.some(({ rule }) => rule.type === 'free_shipping'))

/** Selects an order `o` with its lines and its money as JSON. */
export const orderJsonSql = (condition: string) => `
  select to_json(shown) as order from (
    select o.id, o.currency_code,
      coalesce(o.taxes -> 0 ->> 'country_code', (
        select country_code from address where id = coalesce(o.shipping_address_id, o.billing_address_id))) as country_code,
      ${jsonListSql(`
        select li.*, (select product_id from product_variant where id = li.variant_id) as product_id,
          ${jsonListSql('select * from line_item_adjustment where item_id = li.id order by id')} as adjustments,
          ${jsonListSql('select * from line_item_tax_line where item_id = li.id order by id')} as tax_lines
        from line_item li where li.order_id = o.id order by li.created_at, li.id`)} as items,
      ${jsonListSql(`
        select sm.*, (select json_build_object('name', name) from shipping_option where id = sm.shipping_option_id) as shipping_option,
          ${jsonListSql('select * from shipping_method_tax_line where shipping_method_id = sm.id order by id')} as tax_lines
        from shipping_method sm where sm.order_id = o.id order by sm.id`)} as shipping_methods,
      ${jsonListSql(`
        select d.id, d.code, ${wholeRowSql('discount_rule', 'id = d.rule_id')} as rule
        from discount d join order_discounts l on l.discount_id = d.id
        where l.order_id = o.id order by d.created_at, d.id`)} as discounts,
      ${jsonListSql(`
        select g.id, g.code from gift_card g join order_gift_cards l on l.gift_card_id = g.id
        where l.order_id = o.id order by g.created_at, g.id`)} as gift_cards,
      ${jsonListSql('select * from gift_card_transaction where order_id = o.id order by created_at, id')} as gift_card_transactions,
      ${jsonListSql('select * from payment where order_id = o.id order by created_at, id')} as payments,
      ${jsonListSql(`select * from refund where order_id = o.id and status <> 'failed' order by created_at, id`)} as refunds,
      ${jsonListSql('select owner_id, amount from settled_debt where order_id = o.id and is_settled')} as settled_debts,
      ${jsonListSql(`
        select i.owner_id, i.item_id, i.value,
          ${jsonListSql('select name, code, rate from line_item_tax_line where item_id = i.item_id order by id')} as tax_lines
        from (
          select r.id as owner_id, ri.item_id, coalesce(ri.value, ri.refund_amount) as value
          from return r join return_item ri on ri.return_id = r.id where r.order_id = o.id
          union all
          select c.id, ci.item_id, coalesce(ci.value, ci.refund_amount)
          from claim_order c join claim_item ci on ci.claim_order_id = c.id where c.order_id = o.id
        ) i order by i.owner_id, i.item_id`)} as refunded_items
    from "order" o where ${condition}
  ) shown`

const selectOrderJson = statement<{ order: unknown }>(orderJsonSql('o.id = $1'))
