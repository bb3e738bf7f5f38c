import type { EntityManager } from '@mikro-orm/postgresql'
import { type Row, trackRow } from '#database/rows.ts'
import { defer } from '#database/statement.ts'
import { query } from '#entities/query.ts'
import { CartLines } from '../line-item/cart-lines.ts'
import { LineItem } from '../line-item/line-item.ts'
import { Cart } from './cart.ts'
import type { CartLineSnapshot, CartSnapshot } from './read-cart.ts'

/** A cart with tracked columns and lines: the next flush writes their changes. */
export type OpenCart = Row<Cart> & CartSnapshot

/** The caller must have locked the cart. */
export function trackCart(em: EntityManager, snapshot: CartSnapshot): OpenCart {
  snapshot.items = snapshot.items.map((line) => trackRow(em, LineItem, line))
  return trackRow(em, Cart, snapshot)
}

export const linesOf = (em: EntityManager, { id, items }: OpenCart): CartLines<CartLineSnapshot> =>
  new CartLines(em, id, items)

/** The lines of a cart determine its shipping options, so a change of the lines removes the shipping. */
export async function removeShipping(em: EntityManager, cart: OpenCart): Promise<void> {
  for (const line of cart.items) line.has_shipping = false
  if (cart.shipping_methods.length > 0) await defer(em, deleteShipping.with(cart.id))
  cart.shipping_methods = []
}

const deleteShipping = query((db, cart_id: string) => db.deleteFrom('shipping_method').where('cart_id', '=', cart_id))
