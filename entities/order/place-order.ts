import type { EntityManager } from '@mikro-orm/postgresql'
import { LineItemAdjustment } from '../cart/line-item-adjustment.ts'
import { LineItemTaxLine } from '../cart/line-item-tax-line.ts'
import type { PricedCart } from '../cart/price-cart.ts'
import type { CartFacts } from '../cart/read-cart.ts'
import type { DraftOrder } from '../draft-order/draft-order.ts'
import type { Authorization } from '../payment/authorize-payment.ts'
import { Payment } from '../payment/payment.ts'
import { insertion, type NewRow, newRow } from '../rows.ts'
import { ShippingMethodTaxLine } from '../shipping/shipping-method-tax-line.ts'
import { type Bound, statement } from '../statement.ts'
import { Order } from './order.ts'

/** The draft that the cart was filled for. */
export type DraftFacts = Pick<DraftOrder, 'id' | 'no_notification_order'>

interface Placement {
  cart: CartFacts
  priced: PricedCart
  payment: Authorization | undefined
  draft?: DraftFacts | undefined
}

/** The rows that the order of a cart adds to what the cart has. */
export interface Placing extends Recorded {
  order: NewRow<Order>
  payments: NewRow<Payment>[]
}

/** What discounts and taxes come to. */
interface Recorded {
  adjustments: NewRow<LineItemAdjustment>[]
  tax_lines: NewRow<LineItemTaxLine>[]
  shipping_tax_lines: NewRow<ShippingMethodTaxLine>[]
}

/**
 * The order of a cart: its payment, and what discounts and taxes come to on each line and method, which an open cart only
 * computes. Lines and shipping methods are those of the cart, which is frozen from then on.
 */
export function placing(em: EntityManager, { cart, priced, payment, draft }: Placement): Placing {
  const order = newRow(em, Order, {
    cart_id: cart.id,
    customer_id: cart.customer_id as string,
    email: cart.email as string,
    region_id: cart.region_id,
    currency_code: cart.region.currency_code,
    sales_channel_id: cart.sales_channel_id,
    billing_address_id: cart.billing_address_id,
    shipping_address_id: cart.shipping_address_id,
    metadata: cart.metadata ?? {},
    payment_status: payment?.captured_at ? 'captured' : 'awaiting',
    draft_order_id: draft?.id ?? null,
    no_notification: draft?.no_notification_order ?? null,
  })
  const paid = payment && { ...paymentOf(payment, cart), cart_id: cart.id, order_id: order.id }
  return { order, payments: paid ? [newRow(em, Payment, paid)] : [], ...taxesAndDiscounts(em, cart, priced) }
}

export const paymentOf = ({ amount, provider_id, data, captured_at }: Authorization, { region }: CartFacts) => ({
  amount,
  provider_id,
  data,
  captured_at: captured_at ?? null,
  currency_code: region.currency_code,
})

/** What discounts and taxes come to on each line and method, which an open cart only computes. */
export function taxesAndDiscounts(
  em: EntityManager,
  cart: CartFacts,
  { lines, shipping_methods }: PricedCart,
): Recorded {
  return {
    adjustments: lines.flatMap((line) => line.adjustments.map((one) => newRow(em, LineItemAdjustment, { ...one }))),
    tax_lines: cart.items.flatMap(({ id: item_id }, i) =>
      (lines[i]?.tax_lines ?? []).map((tax) => newRow(em, LineItemTaxLine, { item_id, ...taxOf(tax) })),
    ),
    shipping_tax_lines: cart.shipping_methods.flatMap(({ id: shipping_method_id }, i) =>
      (shipping_methods[i]?.tax_lines ?? []).map((tax) =>
        newRow(em, ShippingMethodTaxLine, { shipping_method_id, ...taxOf(tax) }),
      ),
    ),
  }
}

const taxOf = ({ rate, name, code }: { rate: number; name: string; code: string | null }) => ({ rate, name, code })

/** What writes what belongs to an order, which is there already, and has it take over what its cart has. */
export function writing(em: EntityManager, cart: CartFacts, placing: Placing): Bound<object>[] {
  const { order, payments } = placing
  return [
    ...recording(em, placing),
    takeLines.with(cart.id, order.id),
    ...(cart.shipping_methods.length > 0 ? [takeShipping.with(cart.id, order.id)] : []),
    ...(cart.discounts.length > 0 ? [addDiscounts.with(order.id, idsOf(cart.discounts))] : []),
    ...(cart.gift_cards.length > 0 ? [addGiftCards.with(order.id, idsOf(cart.gift_cards))] : []),
    complete.with(cart.id, payments[0]?.id ?? null),
  ]
}

/** What writes a payment, if there is any, and what was only computed before. */
export const recording = (
  em: EntityManager,
  { payments, adjustments, tax_lines, shipping_tax_lines }: Omit<Placing, 'order'>,
): Bound<object>[] => [
  ...(payments.length > 0 ? [insertion(em, Payment, payments)] : []),
  ...(tax_lines.length > 0 ? [insertion(em, LineItemTaxLine, tax_lines)] : []),
  ...(adjustments.length > 0 ? [insertion(em, LineItemAdjustment, adjustments)] : []),
  ...(shipping_tax_lines.length > 0 ? [insertion(em, ShippingMethodTaxLine, shipping_tax_lines)] : []),
]

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

const takeLines = statement('update line_item set order_id = $2 where cart_id = $1')
const takeShipping = statement('update shipping_method set order_id = $2 where cart_id = $1')
const addDiscounts = statement('insert into order_discounts (order_id, discount_id) select $1, unnest($2::text[])')
const addGiftCards = statement('insert into order_gift_cards (order_id, gift_card_id) select $1, unnest($2::text[])')
/** Completes the cart `$1` with the payment `$2`. */
export const complete = statement(`
  update cart set completed_at = now(), payment_authorized_at = now(), payment_id = $2, updated_at = now() where id = $1`)
