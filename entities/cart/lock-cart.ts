import type { EntityManager } from '@mikro-orm/postgresql'
import { now } from '../clock.ts'
import { Conflict, NotAllowed, NotFound } from '../errors.ts'
import { liveAttemptOf, type Payable } from '../payment/keep-attempt.ts'
import { assortmentFrom, sellableInCart } from '../product/sellable-variants.ts'
import { hold, type Stored } from '../rows.ts'
import { statement, together } from '../statement.ts'
import { Cart } from './cart.ts'
import { refuseDraft } from './customer-cart.ts'
import { LineItem } from './line-item.ts'
import type { CartToFill } from './put-lines.ts'
import { type CartFacts, cartById, cartFrom } from './read-cart.ts'

/**
 * The cart, locked until the end of the transaction: whatever else changes it waits.
 * @throws NotFound
 */
export async function lockCart(em: EntityManager, id: string): Promise<Cart> {
  return lockedCart(em, await cartForUpdate(em, id), id)
}

/** All that the price and the answer of a cart depend on, locked as `lockCart` does. @throws NotFound */
export async function lockAndReadCart(em: EntityManager, id: string): Promise<CartFacts> {
  const [, read] = await together(em, lockById.with(id), cartById.with(id))
  return cartFrom(read, id)
}

function lockedCart(em: EntityManager, [found]: readonly Stored[], id: string): Cart {
  if (!found) throw new NotFound(`Cart with ${id} was not found`)
  return hold(em, Cart, found.row)
}

/**
 * The cart of a customer, locked, to be changed.
 * @throws NotFound, also for the cart of a draft. NotAllowed where it is completed: from then on it is what was ordered. Conflict while a provider is
 * being asked for its money.
 */
export async function lockOpenCart(em: EntityManager, id: string): Promise<Cart> {
  return mustBeOpen(em, await lockCart(em, id))
}

/** The same, with its lines, and with what is sold in it of some variants. @throws as `lockOpenCart`. */
export async function lockCartToFill(
  em: EntityManager,
  id: string,
  variant_ids: readonly string[],
): Promise<CartToFill & { cart: Cart }> {
  const selling = sellableInCart.with(id, variant_ids)
  const [locked, lines, sold] = await together(em, cartForUpdate.with(id), linesOfCart.with(id), selling)
  const cart = await mustBeOpen(em, lockedCart(em, locked, id))
  return {
    cart,
    items: holdLines(em, lines),
    assortment: assortmentFrom(sold, cart.region_id),
  }
}

/** All that the price and the answer of an open cart depend on, under its lock. @throws as `lockOpenCart`. */
export async function lockAndReadOpenCart(em: EntityManager, id: string): Promise<CartFacts> {
  return mustBeOpen(em, await lockAndReadCart(em, id))
}

async function mustBeOpen<Locked extends Payable & Pick<Cart, 'id' | 'type' | 'completed_at'>>(
  em: EntityManager,
  cart: Locked,
): Promise<Locked> {
  refuseDraft(cart)
  if (cart.completed_at != null) throw new NotAllowed('The cart is already completed', 'cart_incompatible_state')
  if (await isBeingPaid(em, cart)) throw new Conflict()
  return cart
}

/** Whether a provider is being asked over the network for the money of a cart, which is locked. */
export async function isBeingPaid(em: EntityManager, cart: Payable): Promise<boolean> {
  const attempt = await liveAttemptOf(em, cart)
  return attempt?.isUnderWay(now()) ?? false
}

/** The lines of a cart in the order of their making. */
export async function linesOf(em: EntityManager, cart: Cart): Promise<LineItem[]> {
  return holdLines(em, await linesOfCart(em, cart.id))
}

/** The rows of `linesOfCart`, to be changed. */
export const holdLines = (em: EntityManager, lines: readonly Stored[]): LineItem[] =>
  lines.map(({ row }) => hold(em, LineItem, row))

/* Every change of a cart begins with these; as statements they take half the CPU of the same `find`. */
const lockById = statement('select from cart where id = $1 and deleted_at is null for update')
const cartForUpdate = statement<Stored>(
  'select to_json(c) as row from cart c where id = $1 and deleted_at is null for update',
)
export const linesOfCart = statement<Stored>(
  'select to_json(li) as row from line_item li where cart_id = $1 order by created_at, id',
)
