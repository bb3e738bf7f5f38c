import type { EntityManager } from '@mikro-orm/postgresql'
import { LineItemAdjustment } from '../cart/line-item-adjustment.ts'
import { LineItemTaxLine } from '../cart/line-item-tax-line.ts'
import type { PricedCart } from '../cart/price-cart.ts'
import type { CartFacts } from '../cart/read-cart.ts'
import type { DraftOrder } from '../draft-order/draft-order.ts'
import type { Authorization } from '../payment/authorize-payment.ts'
import { Payment } from '../payment/payment.ts'
import { ShippingMethodTaxLine } from '../shipping/shipping-method-tax-line.ts'
import { statement } from '../statement.ts'
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
 * Writes the order of a cart: its payment, and what discounts and taxes come to on each line and method, which an open
 * cart only computes. Lines and shipping methods are those of the cart, which is frozen from now on.
 */
export async function placeOrder(
  em: EntityManager,
  { cart, priced, payment, draft }: Placement,
): Promise<{ id: string; payment_id: string | null }> {
  const order = em.create(Order, {
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
  const paid = payment && em.create(Payment, { ...paymentOf(payment, cart), cart_id: cart.id, order_id: order.id })
  recordTaxesAndDiscounts(em, cart, priced)
  await em.flush()
  await takeOver(em, cart, order.id)
  return { id: order.id, payment_id: paid?.id ?? null }
}

const paymentOf = ({ amount, provider_id, data, captured_at }: Authorization, { region }: CartFacts) => ({
  amount,
  provider_id,
  data,
  captured_at: captured_at ?? null,
  currency_code: region.currency_code,
})

function recordTaxesAndDiscounts(em: EntityManager, cart: CartFacts, { lines, shipping_methods }: PricedCart): void {
  for (const [i, { id: item_id }] of cart.items.entries()) {
    for (const tax of lines[i]?.tax_lines ?? []) em.create(LineItemTaxLine, { item_id, ...taxOf(tax) })
    for (const adjustment of lines[i]?.adjustments ?? []) em.create(LineItemAdjustment, { ...adjustment })
  }
  for (const [i, { id: shipping_method_id }] of cart.shipping_methods.entries()) {
    for (const tax of shipping_methods[i]?.tax_lines ?? [])
      em.create(ShippingMethodTaxLine, { shipping_method_id, ...taxOf(tax) })
  }
}

const taxOf = ({ rate, name, code }: { rate: number; name: string; code: string | null }) => ({ rate, name, code })

async function takeOver(em: EntityManager, cart: CartFacts, order_id: string): Promise<void> {
  await takeLines(em, cart.id, order_id)
  if (cart.shipping_methods.length > 0) await takeShipping(em, cart.id, order_id)
  if (cart.discounts.length > 0) await copyDiscounts(em, cart.id, order_id)
  if (cart.gift_cards.length > 0) await copyGiftCards(em, cart.id, order_id)
}

const takeLines = statement('update line_item set order_id = $2 where cart_id = $1')
const takeShipping = statement('update shipping_method set order_id = $2 where cart_id = $1')
const copyDiscounts = statement(
  'insert into order_discounts (order_id, discount_id) select $2, discount_id from cart_discounts where cart_id = $1',
)
const copyGiftCards = statement(
  'insert into order_gift_cards (order_id, gift_card_id) select $2, gift_card_id from cart_gift_cards where cart_id = $1',
)
