import type { EntityManager } from '@mikro-orm/postgresql'
import { Conflict, NotAllowed, NotFound } from '../errors.ts'
import { liveAttemptOf } from '../payment/keep-attempt.ts'
import { statement, together } from '../statement.ts'
import { Cart } from './cart.ts'
import { refuseDraft } from './customer-cart.ts'
import { LineItem } from './line-item.ts'
import { type CartFacts, cartById, cartFrom } from './read-cart.ts'

/**
 * The cart, locked until the end of the transaction: whatever else changes it waits.
 * @throws NotFound
 */
export async function lockCart(em: EntityManager, id: string): Promise<Cart> {
  return lockedCart(em, await cartForUpdate(em, id), id)
}

/** The same, with all that its price and its answer depend on, as it is under the lock. @throws NotFound */
export async function lockAndReadCart(em: EntityManager, id: string): Promise<{ locked: Cart; cart: CartFacts }> {
  const [locked, read] = await together(em, cartForUpdate.with(id), cartById.with(id))
  return { locked: lockedCart(em, locked, id), cart: cartFrom(read, id) }
}

function lockedCart(em: EntityManager, [row]: readonly object[], id: string): Cart {
  if (!row) throw new NotFound(`Cart with ${id} was not found`)
  return em.map(Cart, row)
}

/**
 * The cart of a customer, locked, to be changed.
 * @throws NotFound, also for the cart of a draft. NotAllowed where it is completed: from then on it is what was ordered. Conflict while a provider is
 * being asked for its money.
 */
export async function lockOpenCart(em: EntityManager, id: string): Promise<Cart> {
  return mustBeOpen(em, await lockCart(em, id))
}

/** The same, with its lines. @throws as `lockOpenCart`. */
export async function lockOpenCartWithLines(em: EntityManager, id: string): Promise<{ cart: Cart; items: LineItem[] }> {
  const [locked, lines] = await together(em, cartForUpdate.with(id), linesOfCart.with(id))
  const cart = await mustBeOpen(em, lockedCart(em, locked, id))
  return { cart, items: lines.map((row) => em.map(LineItem, row)) }
}

/** All that the price and the answer of an open cart depend on, under its lock. @throws as `lockOpenCart`. */
export async function lockAndReadOpenCart(em: EntityManager, id: string): Promise<CartFacts> {
  const { locked, cart } = await lockAndReadCart(em, id)
  await mustBeOpen(em, locked)
  return cart
}

async function mustBeOpen(em: EntityManager, cart: Cart): Promise<Cart> {
  refuseDraft(cart)
  if (cart.isCompleted()) throw new NotAllowed('The cart is already completed', 'cart_incompatible_state')
  if (await isBeingPaid(em, cart)) throw new Conflict()
  return cart
}

/** Whether a provider is being asked over the network for the money of a cart, which is locked. */
export async function isBeingPaid(em: EntityManager, cart: Cart): Promise<boolean> {
  const attempt = await liveAttemptOf(em, cart)
  return attempt?.isUnderWay(new Date()) ?? false
}

/** The lines of a cart in the order of their making. */
export async function linesOf(em: EntityManager, cart: Cart): Promise<LineItem[]> {
  const rows = await linesOfCart(em, cart.id)
  return rows.map((row) => em.map(LineItem, row))
}

/* Every change of a cart begins with these; as statements they take half the CPU of the same `find`. */
const cartForUpdate = statement('select * from cart where id = $1 and deleted_at is null for update')
const linesOfCart = statement('select * from line_item where cart_id = $1 order by created_at, id')
