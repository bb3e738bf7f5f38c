import type { EntityManager } from '@mikro-orm/postgresql'
import { buildRow, insertStatement, type NewRow } from '#database/rows.ts'
import { type BoundStatement, statement } from '#database/statement.ts'
import type { CartSnapshot } from '#entities/cart/cart/read-cart.ts'
import { LineItemAdjustment } from '#entities/cart/line-item/line-item-adjustment.ts'
import { LineItemTaxLine } from '#entities/cart/line-item/line-item-tax-line.ts'
import type { Authorization } from '#entities/cart/payment/authorize-payment.ts'
import { Payment } from '#entities/cart/payment/payment.ts'
import type { PluginAdjustment } from '#entities/cart/pricing/price-adjustments.ts'
import { amountGivenBy, type PricedCart } from '#entities/cart/pricing/price-cart.ts'
import { ShippingMethodTaxLine } from '#entities/cart/shipping/shipping-method-tax-line.ts'
import type { DraftOrder } from '#entities/orders/draft-order/draft-order.ts'
import { Order } from '#entities/orders/order/order.ts'
import { soldAmountsOf } from '#entities/orders/order/sold-amounts.ts'
import { taxesOfCart } from '#entities/orders/taxes/taxes-of-cart.ts'
import { fieldValuesIn } from '#entities/platform/field/installed-fields.ts'
import { query } from '#entities/query.ts'
import { buildBalancePayments } from './pay-by-balances.ts'

export type DraftOrderRow = Pick<DraftOrder, 'id' | 'no_notification_order' | 'tags'>

interface OrderInput {
  cart: CartSnapshot
  priced: PricedCart
  /** The payments of providers, in the order of the cart. */
  payments: readonly Authorization[]
  draft?: DraftOrderRow | undefined
}

export interface OrderRows extends PriceRows {
  order: NewRow<Order>
  payments: NewRow<Payment>[]
}

export interface PriceRows {
  adjustments: NewRow<LineItemAdjustment>[]
  tax_lines: NewRow<LineItemTaxLine>[]
  shipping_tax_lines: NewRow<ShippingMethodTaxLine>[]
  shipping_adjustments: { id: string; adjustments: readonly PluginAdjustment[] }[]
}

/** The order shares the lines and shipping methods of its cart, so they are not among the new rows. */
export function buildOrderRows(
  em: EntityManager,
  { cart, priced, payments: authorized, draft }: OrderInput,
): OrderRows {
  const order = buildRow(em, Order, {
    ...fieldValuesIn('order', fieldValuesIn('cart', cart)),
    cart_id: cart.id,
    customer_id: cart.customer_id as string,
    email: cart.email as string,
    region_id: cart.region_id,
    currency_code: cart.region.currency_code,
    sales_channel_id: cart.sales_channel_id,
    billing_address_id: cart.billing_address_id,
    shipping_address_id: cart.shipping_address_id,
    metadata: cart.metadata ?? {},
    payment_status: isPaid({ priced, payments: authorized }) ? 'captured' : 'awaiting',
    draft_order_id: draft?.id ?? null,
    tags: draft?.tags ?? null,
    no_notification: draft?.no_notification_order ?? null,
    ...soldAmountsOf(priced.totals),
    taxes: taxesOfCart(cart, priced),
  })
  const owner = { cart_id: cart.id, order_id: order.id }
  // The payments of providers come first, because clients of Medusa v1 expect one payment.
  const payments = [
    ...authorized.map((payment) => {
      const captured_at = payment.isCaptured ? order.created_at : null
      return buildRow(em, Payment, { ...paymentColumnsOf(payment, cart), ...owner, captured_at })
    }),
    ...buildBalancePayments(em, { cart, priced, order }),
  ]
  return { order, payments, ...buildPriceRows(em, cart, priced) }
}

const isPaid = ({ priced, payments }: Pick<OrderInput, 'priced' | 'payments'>): boolean =>
  payments.length > 0 ? payments.every(({ isCaptured }) => isCaptured) : priced.tenders.length > 0

export const paymentColumnsOf = ({ amount, provider_id, data }: Authorization, { region }: CartSnapshot) => ({
  amount,
  provider_id,
  data,
  currency_code: region.currency_code,
})

/** An open cart computes these rows and does not store them. */
export function buildPriceRows(
  em: EntityManager,
  cart: CartSnapshot,
  { lines, shipping_methods }: PricedCart,
): PriceRows {
  return {
    adjustments: lines.flatMap((line) =>
      line.adjustments.map((adjustment) => buildRow(em, LineItemAdjustment, { ...adjustment })),
    ),
    tax_lines: cart.items.flatMap(({ id: item_id }, i) =>
      (lines[i]?.tax_lines ?? []).map((tax) => buildRow(em, LineItemTaxLine, { item_id, ...pickTax(tax) })),
    ),
    shipping_tax_lines: cart.shipping_methods.flatMap(({ id: shipping_method_id }, i) =>
      (shipping_methods[i]?.tax_lines ?? []).map((tax) =>
        buildRow(em, ShippingMethodTaxLine, { shipping_method_id, ...pickTax(tax) }),
      ),
    ),
    shipping_adjustments: cart.shipping_methods.flatMap(({ id }, i) => {
      const { adjustments = [] } = shipping_methods[i] ?? {}
      return adjustments.length > 0 ? [{ id, adjustments }] : []
    }),
  }
}

const pickTax = ({ rate, name, code }: { rate: number; name: string; code: string | null }) => ({ rate, name, code })

export function storeOrderStatements(
  em: EntityManager,
  { cart, priced }: Pick<OrderInput, 'cart' | 'priced'>,
  rows: OrderRows,
): BoundStatement<object>[] {
  const { order, payments } = rows
  return [
    ...insertPriceStatements(em, rows),
    assignLinesToOrder.with(cart.id, order.id),
    ...(cart.shipping_methods.length > 0 ? [assignShippingToOrder.with(cart.id, order.id)] : []),
    ...(cart.discounts.length > 0 ? [insertOrderDiscounts.with(...termsOf(order.id, cart.discounts, priced))] : []),
    ...(cart.gift_cards.length > 0 ? [insertOrderGiftCards.with(order.id, idsOf(cart.gift_cards))] : []),
    completeCartStatement.with(cart.id, payments[0]?.id ?? null),
  ]
}

export const insertPriceStatements = (
  em: EntityManager,
  { payments, adjustments, tax_lines, shipping_tax_lines, shipping_adjustments }: Omit<OrderRows, 'order'>,
): BoundStatement<object>[] => [
  ...(payments.length > 0 ? [insertStatement(em, Payment, payments)] : []),
  ...(tax_lines.length > 0 ? [insertStatement(em, LineItemTaxLine, tax_lines)] : []),
  ...(adjustments.length > 0 ? [insertStatement(em, LineItemAdjustment, adjustments)] : []),
  ...(shipping_tax_lines.length > 0 ? [insertStatement(em, ShippingMethodTaxLine, shipping_tax_lines)] : []),
  ...shipping_adjustments.map(({ id, adjustments }) => updateShippingAdjustments.with(id, JSON.stringify(adjustments))),
]

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

const assignLinesToOrder = query((db, cart_id: string, order_id: string) =>
  db.updateTable('line_item').set({ order_id }).where('cart_id', '=', cart_id),
)
const assignShippingToOrder = query((db, cart_id: string, order_id: string) =>
  db.updateTable('shipping_method').set({ order_id }).where('cart_id', '=', cart_id),
)
const updateShippingAdjustments = statement('update shipping_method set adjustments = $2::jsonb where id = $1')
const termsOf = (order_id: string, discounts: CartSnapshot['discounts'], priced: PricedCart) =>
  [
    order_id,
    idsOf(discounts),
    discounts.map(({ rule, agreed_value }) => agreed_value ?? rule.value),
    discounts.map(({ rule }) => rule.allocation ?? ''),
    discounts.map(({ id }) => amountGivenBy(id, priced)),
  ] as const

const insertOrderDiscounts = statement(`
  with terms as (select * from unnest($2::text[], $3::float8[], $4::text[], $5::bigint[]) terms (discount_id, value, allocation, given)),
    links as (insert into order_discounts (order_id, discount_id) select $1, discount_id from terms)
  insert into agreed_discount (order_id, discount_id, value, allocation, given)
  select $1, discount_id, value, nullif(allocation, ''), given from terms`)
const insertOrderGiftCards = statement(
  'insert into order_gift_cards (order_id, gift_card_id) select $1, unnest($2::text[])',
)

export const completeCartStatement = query((db, id: string, payment_id: string | null) =>
  db
    .updateTable('cart')
    .set(({ fn }) => ({
      completed_at: fn('now'),
      payment_authorized_at: fn('now'),
      payment_id,
      updated_at: fn('now'),
    }))
    .where('id', '=', id),
)
