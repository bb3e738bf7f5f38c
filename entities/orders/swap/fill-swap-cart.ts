import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, insertRow, type Row } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import { Cart } from '#entities/cart/cart/cart.ts'
import { findUsableChannel } from '#entities/cart/cart/cart-channel.ts'
import { assertOfferedInChannel, assertVariantsFound } from '#entities/cart/line-item/cart-lines.ts'
import { buildLineAttributes, requireUnitPrice } from '#entities/cart/line-item/line-attributes.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { readAssortment, type SellableVariant } from '#entities/cart/line-item/sellable-variants.ts'
import type { AddedMethod } from '#entities/cart/shipping/add-shipping-methods.ts'
import { setCustomShippingPrices } from '#entities/cart/shipping/custom-shipping.ts'
import { NotAllowed } from '#entities/errors.ts'
import { Address } from '#entities/people/customer/address.ts'
import { addressParts } from '#entities/people/customer/address-input.ts'
import { addedLineTitles } from '../order/added-line-titles.ts'
import { assertSameCurrency } from '../order/assert-same-currency.ts'
import type { ReturnedLine } from '../return/returned-lines.ts'
import type { SwapContents } from './request-swap-return.ts'
import { computeReturnCredit, freezeReturnShippingPrice } from './return-credit.ts'

const FROZEN_LINE = { is_price_fixed: true, should_merge: false } as const

export async function fillSwapCart(
  em: EntityManager,
  { returnShipping, ...contents }: SwapContents & { returnShipping: AddedMethod | undefined },
): Promise<Row<Cart>> {
  const { order, lines, input } = contents
  const cart = await createSwapCart(em, contents)
  await addSentLines(em, cart, contents)
  if (returnShipping) addReturnShippingLine(em, cart, returnShipping)
  for (const line of lines) addReturnedLine(em, cart, line)
  await em.flush()
  await copyDiscounts(em, cart.id, order.id)
  await setCustomShippingPrices(em, cart, input.custom_shipping_options ?? [])
  return cart
}

async function createSwapCart(em: EntityManager, { swap, order, input }: SwapContents): Promise<Row<Cart>> {
  const channel = input.sales_channel_id ? await findUsableChannel(em, input.sales_channel_id) : null
  const { customer_id, email, region_id } = order
  return insertRow(em, Cart, {
    type: 'swap',
    customer_id,
    email,
    region_id,
    sales_channel_id: channel?.id ?? order.sales_channel_id ?? null,
    billing_address_id: await copyAddress(em, order.billing_address_id),
    shipping_address_id: await copyAddress(em, order.shipping_address_id),
    metadata: { swap_id: swap.id, parent_order_id: order.id },
    context: {},
  })
}

async function copyAddress(em: EntityManager, id: string | null | undefined): Promise<string | null> {
  const address = id ? await findRow(em, Address, { id }, { withDeleted: true }) : null
  return address && insertRow(em, Address, addressParts(address)).id
}

async function addSentLines(em: EntityManager, cart: Row<Cart>, { swap, order, input }: SwapContents): Promise<void> {
  const items = input.additional_items ?? []
  const { region_id, customer_id, sales_channel_id } = cart
  const ids = items.map(({ variant_id }) => variant_id)
  const is_shop = !input.isByCustomer
  const { market, variants } = await readAssortment(em, ids, { region_id, customer_id, sales_channel_id, is_shop })
  assertSameCurrency(order, market)
  assertVariantsFound(items, variants)
  assertOfferedInChannel(items, variants)
  const titlesOf = await addedLineTitles(em, order, variants)
  for (const { variant_id, quantity } of items) {
    const variant = variants.get(variant_id) as SellableVariant
    if (variant.product.is_giftcard)
      throw new NotAllowed('A swap cannot send gift cards').because({ name: 'replacement_is_gift_card' })
    insertRow(em, LineItem, {
      ...buildLineAttributes(variant),
      ...titlesOf(variant),
      ...requireUnitPrice(variant, market, quantity),
      ...FROZEN_LINE,
      cart_id: cart.id,
      swap_id: swap.id,
      quantity,
    })
  }
}

function addReturnShippingLine(em: EntityManager, cart: Row<Cart>, { method, tax_lines }: AddedMethod): void {
  const { price, includes_tax } = method
  insertRow(em, LineItem, {
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

function addReturnedLine(em: EntityManager, cart: Row<Cart>, { line, portion, value }: ReturnedLine): void {
  const { title, description, thumbnail, variant_id, includes_tax, allow_discounts, metadata } = line
  insertRow(em, LineItem, {
    ...FROZEN_LINE,
    cart_id: cart.id,
    title,
    description,
    thumbnail,
    variant_id,
    includes_tax,
    allow_discounts,
    metadata,
    quantity: portion.quantity,
    unit_price: 0 - line.unit_price,
    is_return: true,
    agreed: computeReturnCredit({ line, portion, value }),
  })
}

/* Copying a discount does not count as a use. Free shipping applies only to the shipping of the order. */
const copyDiscounts = statement(`
  with copied as materialized (
    select d.id from order_discounts l join discount d on d.id = l.discount_id join discount_rule r on r.id = d.rule_id
    where l.order_id = $2 and r.type <> 'free_shipping')
  insert into cart_discounts (cart_id, discount_id) select $1, id from copied`)
