import type { EntityManager } from '@mikro-orm/postgresql'
import { InvalidData } from '../errors.ts'
import { assortmentFrom, sellableInCart } from '../product/sellable-variants.ts'
import { later, statement } from '../statement.ts'
import { changeLine, type LineChange, removeLine } from './change-lines.ts'
import { lockAndReadOpenCart, refuseAgreed } from './lock-cart.ts'
import { type CartLine, putLines, type WantedLine } from './put-lines.ts'
import type { CartFacts } from './read-cart.ts'

/*
 * What a customer does with the lines of a cart. Each answers the cart as it is then. What is in it decides how it can be
 * shipped, so each drops the shipping that was chosen.
 */

const INCOMPLETE = 'Unable to generate the line item because one or more required argument(s) are missing.'

/** @throws as `lockOpenCart`, `refuseAgreed` and `putLines`. */
export async function addToCart(em: EntityManager, id: string, wanted: WantedLine): Promise<CartFacts> {
  const [cart, sold] = await lockAndReadOpenCart(em, id, sellableInCart.with(id, [wanted.variant_id]))
  refuseAgreed(cart)
  if (wanted.variant_id === '') throw new InvalidData(`${INCOMPLETE} Ensure variant id is passed`)
  if (wanted.quantity === 0) throw new InvalidData(`${INCOMPLETE} Ensure quantity, regionId, and variantId are passed`)
  putLines(em, { cart, items: cart.items, assortment: await assortmentFrom(em, sold, cart.region_id) }, [wanted])
  await leaveUnshipped(em, cart)
  return cart
}

/** @throws as `lockOpenCart`, `refuseAgreed` and `changeLine`. */
export async function changeInCart(em: EntityManager, id: string, change: LineChange): Promise<CartFacts> {
  const [cart] = await lockAndReadOpenCart(em, id)
  refuseAgreed(cart)
  await changeLine(em, { market: cart, items: cart.items }, change)
  await leaveUnshipped(em, cart)
  return cart
}

/** A line that is not in the cart is not there afterwards either. @throws as `lockOpenCart` and `refuseAgreed`. */
export async function removeFromCart(em: EntityManager, id: string, line_id: string): Promise<CartFacts> {
  const [cart] = await lockAndReadOpenCart(em, id)
  refuseAgreed(cart)
  if (removeLine(em, { market: cart, items: cart.items }, line_id)) await leaveUnshipped(em, cart)
  return cart
}

async function leaveUnshipped(em: EntityManager, cart: CartFacts): Promise<void> {
  await dropShipping(em, cart, cart.items)
  cart.shipping_methods = []
}

/** Forgets the shipping that was chosen for a cart, whose lines are these. */
export async function dropShipping(
  em: EntityManager,
  { id, shipping_methods }: Pick<CartFacts, 'id' | 'shipping_methods'>,
  items: readonly Pick<CartLine, 'has_shipping'>[],
): Promise<void> {
  for (const item of items) item.has_shipping = false
  if (shipping_methods.length > 0) await later(em, deleteShipping.with(id))
}

const deleteShipping = statement('delete from shipping_method where cart_id = $1')
