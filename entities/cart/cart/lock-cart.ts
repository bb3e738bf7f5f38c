import type { EntityManager } from '@mikro-orm/postgresql'
import { now } from '#database/clock.ts'
import { type JsonRow, type Row, trackRow } from '#database/rows.ts'
import { type BatchRows, type BatchStatements, batch, statement } from '#database/statement.ts'
import { Conflict, NotAllowed, NotFound } from '#entities/errors.ts'
import { LineItem } from '../line-item/line-item.ts'
import type { CartLine } from '../line-item/put-lines.ts'
import { type CartWithAttempt, lockLiveAttempt } from '../payment/record-payment-attempt.ts'
import { Cart } from './cart.ts'
import { assertNotDraftCart } from './customer-cart.ts'
import { type CartRow, type CartSnapshot, cartById, parseCart } from './read-cart.ts'

/**
 * The cart, locked until the end of the transaction: whatever else changes it waits.
 * @throws NotFound
 */
export async function lockCart(em: EntityManager, id: string): Promise<Row<Cart>> {
  const [found] = await cartForUpdate(em, id)
  if (!found) throw new NotFound(`Cart with ${id} was not found`)
  return trackRow(em, Cart, found.row)
}

/**
 * All that the price and the answer of a cart depend on, locked as `lockCart` does, and what `others` answer, which are
 * done after it in the same round trip.
 * @throws NotFound
 */
async function lockAndReadCart<Rows extends object[]>(
  em: EntityManager,
  id: string,
  ...others: BatchStatements<Rows>
): Promise<[cart: CartSnapshot, ...BatchRows<Rows>]> {
  const statements = [lockCartById.with(id), cartById.with(id), ...others] as BatchStatements<
    [object, CartRow, ...Rows]
  >
  const [, read, ...rows] = await batch<[object, CartRow, ...Rows]>(em, ...statements)
  return [await parseCart(em, read as CartRow[], id), ...(rows as BatchRows<Rows>)]
}

/**
 * The cart of a customer, locked, to be changed.
 * @throws NotFound, also for the cart of a draft. NotAllowed where it is completed: from then on it is what was ordered.
 * Conflict while a provider is being asked for its money.
 */
export async function lockOpenCart(em: EntityManager, id: string): Promise<Row<Cart>> {
  return requireOpenCart(em, await lockCart(em, id))
}

/**
 * All that the price and the answer of an open cart depend on, under its lock, and what `others` answer, as of
 * `lockAndReadCart`. What is changed of the cart and of its lines is written with the next flush.
 * @throws as `lockOpenCart`.
 */
export async function lockAndReadOpenCart<Rows extends object[]>(
  em: EntityManager,
  id: string,
  ...others: BatchStatements<Rows>
): Promise<[cart: CartSnapshot, ...BatchRows<Rows>]> {
  const [cart, ...rows] = await lockAndReadCart<Rows>(em, id, ...others)
  return [trackCart(em, await requireOpenCart(em, cart)), ...rows]
}

/** Has what is changed of a cart that was read, and of its lines, written with the next flush. */
export function trackCart(em: EntityManager, read: CartSnapshot): CartSnapshot {
  const items = read.items.map((line) => trackRow(em, LineItem, line))
  return Object.assign(trackRow(em, Cart, read) as object as CartSnapshot, { items })
}

async function requireOpenCart<Locked extends CartWithAttempt & Pick<Cart, 'id' | 'type' | 'completed_at'>>(
  em: EntityManager,
  cart: Locked,
): Promise<Locked> {
  assertNotDraftCart(cart)
  if (cart.completed_at != null) throw new NotAllowed('The cart is already completed', 'cart_incompatible_state')
  if (await isPaymentInProgress(em, cart)) throw new Conflict()
  return cart
}

/** @throws NotAllowed for the cart of a swap: what is in it was agreed with the shop. */
export function assertNotSwapCart({ type }: Pick<Cart, 'type'>): void {
  if (type === 'swap') throw new NotAllowed('The items of a swap cart cannot be changed')
}

/** Whether a provider is being asked over the network for the money of a cart, which is locked. */
export async function isPaymentInProgress(em: EntityManager, cart: CartWithAttempt): Promise<boolean> {
  const attempt = await lockLiveAttempt(em, cart)
  return attempt?.isInProgress(now()) ?? false
}

/** The lines of a cart in the order of their making. */
export async function findCartLines(em: EntityManager, cart: Row<Cart>): Promise<CartLine[]> {
  return trackCartLines(em, await selectCartLines(em, cart.id))
}

/** The rows of `linesOfCart`, to be changed. */
export const trackCartLines = (em: EntityManager, lines: readonly JsonRow[]): CartLine[] =>
  lines.map(({ row }) => trackRow(em, LineItem, row))

/* Every change of a cart begins with one of these; as statements they take half the CPU of the same `find`. */
export const lockCartById = statement('select from cart where id = $1 and deleted_at is null for update')
const cartForUpdate = statement<JsonRow>(
  'select to_json(c) as row from cart c where id = $1 and deleted_at is null for update',
)
export const selectCartLines = statement<JsonRow>(
  'select to_json(li) as row from line_item li where cart_id = $1 order by created_at, id',
)
