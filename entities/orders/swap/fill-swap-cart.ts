import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { Cart } from '#entities/cart/cart/cart.ts'
import { findUsableChannel } from '#entities/cart/cart/cart-channel.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import {
  assertOfferedInChannel,
  assertVariantsFound,
  lineAttributesOf,
  requireUnitPrice,
} from '#entities/cart/line-item/put-lines.ts'
import { readAssortment, type SellableVariant } from '#entities/cart/line-item/sellable-variants.ts'
import type { AddedMethod } from '#entities/cart/shipping/add-shipping-methods.ts'
import { setCustomShippingPrices } from '#entities/cart/shipping/custom-shipping.ts'
import { NotAllowed } from '#entities/errors.ts'
import { Address } from '#entities/people/customer/address.ts'
import { partsOf } from '#entities/people/customer/address-input.ts'
import type { ReturnedLine } from '../return/returned-lines.ts'
import type { SwapContents } from './request-swap-return.ts'
import { computeReturnCredit, freezeReturnShippingPrice } from './return-credit.ts'

/** Its price stays, and no other line is put together with it. */
const FROZEN_LINE = { is_price_fixed: true, should_merge: false } as const

/**
 * The cart of a swap: what is sent at the prices of today, what comes back at those of the order, and what the way back
 * costs. It is that of the customer of the order, with the discounts and copies of the addresses of the order.
 * @throws NotFound or InvalidData for what is not there, is not sold, or not here.
 */
export async function fillSwapCart(
  em: EntityManager,
  { way, ...filling }: SwapContents & { way: AddedMethod | undefined },
): Promise<Cart> {
  const { order, swap, lines, given } = filling
  const channel = given.sales_channel_id ? await findUsableChannel(em, given.sales_channel_id) : null
  const { customer_id, email, region_id } = order
  const cart = em.create(Cart, {
    type: 'swap',
    customer_id,
    email,
    region_id,
    sales_channel_id: channel?.id ?? order.sales_channel_id ?? null,
    billing_address_id: await copyOf(em, order.billing_address_id),
    shipping_address_id: await copyOf(em, order.shipping_address_id),
    metadata: { swap_id: swap.id, parent_order_id: order.id },
    context: {},
  })
  await addAdditionalLines(em, cart, filling)
  if (way) addReturnShippingLine(em, cart, way)
  for (const line of lines) addReturnedLine(em, cart, line)
  await em.flush()
  await takeDiscounts(em, cart.id, order.id)
  await setCustomShippingPrices(em, cart, given.custom_shipping_options ?? [])
  return cart
}

async function copyOf(em: EntityManager, id: string | null | undefined): Promise<string | null> {
  const address = id ? await em.findOne(Address, { id }, { filters: false }) : null
  return address && em.create(Address, partsOf(address)).id
}

async function addAdditionalLines(em: EntityManager, cart: Cart, { swap, given }: SwapContents): Promise<void> {
  const wanted = given.additional_items ?? []
  const { region_id, customer_id, sales_channel_id } = cart
  const ids = wanted.map(({ variant_id }) => variant_id)
  const is_shop = !given.isByCustomer
  const { market, variants } = await readAssortment(em, ids, { region_id, customer_id, sales_channel_id, is_shop })
  assertVariantsFound(wanted, variants)
  assertOfferedInChannel(wanted, variants)
  for (const { variant_id, quantity } of wanted) {
    const variant = variants.get(variant_id) as SellableVariant
    if (variant.product.is_giftcard) throw new NotAllowed('A swap cannot send gift cards')
    const price = requireUnitPrice(variant, market, quantity)
    em.create(LineItem, {
      ...lineAttributesOf(variant),
      ...price,
      ...FROZEN_LINE,
      cart_id: cart.id,
      swap_id: swap.id,
      quantity,
    })
  }
}

function addReturnShippingLine(em: EntityManager, cart: Cart, { method, tax_lines }: AddedMethod): void {
  const { price, includes_tax } = method
  em.create(LineItem, {
    ...FROZEN_LINE,
    cart_id: cart.id,
    title: 'Return shipping',
    quantity: 1,
    unit_price: price,
    includes_tax,
    is_return: true,
    has_shipping: true,
    allow_discounts: false,
    agreed: freezeReturnShippingPrice({ price, includes_tax }, tax_lines),
  })
}

function addReturnedLine(em: EntityManager, cart: Cart, { sent, back, worth }: ReturnedLine): void {
  const { title, description, thumbnail, variant_id, includes_tax, allow_discounts, metadata } = sent
  em.create(LineItem, {
    ...FROZEN_LINE,
    cart_id: cart.id,
    title,
    description,
    thumbnail,
    variant_id,
    includes_tax,
    allow_discounts,
    metadata,
    quantity: back.pieces,
    unit_price: 0 - sent.unit_price,
    is_return: true,
    agreed: computeReturnCredit({ sent, back, worth }),
  })
}

/* They were used by the order already. Free shipping was for what was sent with it. */
const takeDiscounts = statement(`
  insert into cart_discounts (cart_id, discount_id)
  select $1, d.id from order_discounts l join discount d on d.id = l.discount_id join discount_rule r on r.id = d.rule_id
  where l.order_id = $2 and d.deleted_at is null and r.type <> 'free_shipping'`)
