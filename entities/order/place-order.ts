import type { EntityManager } from '@mikro-orm/postgresql'
import { LineItemAdjustment } from '../cart/line-item-adjustment.ts'
import { LineItemTaxLine } from '../cart/line-item-tax-line.ts'
import type { PricedCart } from '../cart/price-cart.ts'
import type { CartFacts } from '../cart/read-cart.ts'
import type { DraftOrder } from '../draft-order/draft-order.ts'
import type { Authorization } from '../payment/authorize-payment.ts'
import { Payment } from '../payment/payment.ts'
import { insertion, newRow } from '../rows.ts'
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

/**
 * What writes the order of a cart: its payment, and what discounts and taxes come to on each line and method, which an
 * open cart only computes. Lines and shipping methods are those of the cart, which is frozen from then on.
 */
export function placing(
  em: EntityManager,
  { cart, priced, payment, draft }: Placement,
): { id: string; statements: Bound<object>[] } {
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
  const paid = payment && newRow(em, Payment, { ...paymentOf(payment, cart), cart_id: cart.id, order_id: order.id })
  const statements = [
    insertion(em, Order, [order]),
    ...(paid ? [insertion(em, Payment, [paid])] : []),
    ...recordTaxesAndDiscounts(em, cart, priced),
    ...takingOver(cart, order.id),
    complete.with(cart.id, paid?.id ?? null),
  ]
  return { id: order.id, statements }
}

const paymentOf = ({ amount, provider_id, data, captured_at }: Authorization, { region }: CartFacts) => ({
  amount,
  provider_id,
  data,
  captured_at: captured_at ?? null,
  currency_code: region.currency_code,
})

function recordTaxesAndDiscounts(
  em: EntityManager,
  cart: CartFacts,
  { lines, shipping_methods }: PricedCart,
): Bound<object>[] {
  const taxes = cart.items.flatMap(({ id: item_id }, i) =>
    (lines[i]?.tax_lines ?? []).map((tax) => newRow(em, LineItemTaxLine, { item_id, ...taxOf(tax) })),
  )
  const adjustments = lines.flatMap((line) => line.adjustments.map((one) => newRow(em, LineItemAdjustment, { ...one })))
  const shippingTaxes = cart.shipping_methods.flatMap(({ id: shipping_method_id }, i) =>
    (shipping_methods[i]?.tax_lines ?? []).map((tax) =>
      newRow(em, ShippingMethodTaxLine, { shipping_method_id, ...taxOf(tax) }),
    ),
  )
  return [
    ...(taxes.length > 0 ? [insertion(em, LineItemTaxLine, taxes)] : []),
    ...(adjustments.length > 0 ? [insertion(em, LineItemAdjustment, adjustments)] : []),
    ...(shippingTaxes.length > 0 ? [insertion(em, ShippingMethodTaxLine, shippingTaxes)] : []),
  ]
}

const taxOf = ({ rate, name, code }: { rate: number; name: string; code: string | null }) => ({ rate, name, code })

function takingOver(cart: CartFacts, order_id: string): Bound<object>[] {
  return [
    takeLines.with(cart.id, order_id),
    ...(cart.shipping_methods.length > 0 ? [takeShipping.with(cart.id, order_id)] : []),
    ...(cart.discounts.length > 0 ? [copyDiscounts.with(cart.id, order_id)] : []),
    ...(cart.gift_cards.length > 0 ? [copyGiftCards.with(cart.id, order_id)] : []),
  ]
}

const takeLines = statement('update line_item set order_id = $2 where cart_id = $1')
const takeShipping = statement('update shipping_method set order_id = $2 where cart_id = $1')
const copyDiscounts = statement(
  'insert into order_discounts (order_id, discount_id) select $2, discount_id from cart_discounts where cart_id = $1',
)
const copyGiftCards = statement(
  'insert into order_gift_cards (order_id, gift_card_id) select $2, gift_card_id from cart_gift_cards where cart_id = $1',
)
const complete = statement(`
  update cart set completed_at = now(), payment_authorized_at = now(), payment_id = $2, updated_at = now() where id = $1`)
