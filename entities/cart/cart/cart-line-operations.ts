import type { EntityManager } from '@mikro-orm/postgresql'
import { defer, statement } from '#database/statement.ts'
import { InvalidData } from '#entities/errors.ts'
import { changeCartLine, type LineChange, removeCartLine } from '../line-item/change-lines.ts'
import { addCartLines, type CartLine, type RequestedLine } from '../line-item/put-lines.ts'
import { parseAssortment, sellableInCartStatement } from '../line-item/sellable-variants.ts'
import { assertNotSwapCart, lockAndReadOpenCart } from './lock-cart.ts'
import type { CartSnapshot } from './read-cart.ts'

/*
 * What a customer does with the lines of a cart. Each answers the cart as it is then. What is in it decides how it can be
 * shipped, so each drops the shipping that was chosen.
 */

const INCOMPLETE = 'Unable to generate the line item because one or more required argument(s) are missing.'

/** @throws as `lockOpenCart`, `refuseAgreed` and `putLines`. */
export async function addLineToCart(em: EntityManager, id: string, wanted: RequestedLine): Promise<CartSnapshot> {
  const [cart, sold] = await lockAndReadOpenCart(em, id, sellableInCartStatement.with(id, [wanted.variant_id]))
  assertNotSwapCart(cart)
  if (wanted.variant_id === '') throw new InvalidData(`${INCOMPLETE} Ensure variant id is passed`)
  if (wanted.quantity === 0) throw new InvalidData(`${INCOMPLETE} Ensure quantity, regionId, and variantId are passed`)
  addCartLines(em, { cart, items: cart.items, assortment: await parseAssortment(em, sold, cart.region_id) }, [wanted])
  await leaveUnshipped(em, cart)
  return cart
}

/** @throws as `lockOpenCart`, `refuseAgreed` and `changeLine`. */
export async function changeLineInCart(em: EntityManager, id: string, change: LineChange): Promise<CartSnapshot> {
  const [cart] = await lockAndReadOpenCart(em, id)
  assertNotSwapCart(cart)
  await changeCartLine(em, { market: cart, items: cart.items }, change)
  await leaveUnshipped(em, cart)
  return cart
}

/** A line that is not in the cart is not there afterwards either. @throws as `lockOpenCart` and `refuseAgreed`. */
export async function removeLineFromCart(em: EntityManager, id: string, line_id: string): Promise<CartSnapshot> {
  const [cart] = await lockAndReadOpenCart(em, id)
  assertNotSwapCart(cart)
  if (removeCartLine(em, { market: cart, items: cart.items }, line_id)) await leaveUnshipped(em, cart)
  return cart
}

async function leaveUnshipped(em: EntityManager, cart: CartSnapshot): Promise<void> {
  await removeCartShipping(em, cart, cart.items)
  cart.shipping_methods = []
}

/** Forgets the shipping that was chosen for a cart, whose lines are these. */
export async function removeCartShipping(
  em: EntityManager,
  { id, shipping_methods }: Pick<CartSnapshot, 'id' | 'shipping_methods'>,
  items: readonly Pick<CartLine, 'has_shipping'>[],
): Promise<void> {
  for (const item of items) item.has_shipping = false
  if (shipping_methods.length > 0) await defer(em, deleteShipping.with(id))
}

const deleteShipping = statement('delete from shipping_method where cart_id = $1')
