import type { EntityManager } from '@mikro-orm/postgresql'
import { type JsonRow, lockRow, type Row, trackRow } from '#database/rows.ts'
import { type BatchRows, type BatchStatements, batch, statement } from '#database/statement.ts'
import { Conflict, NotAllowed, NotFound } from '#entities/errors.ts'
import { query } from '#entities/query.ts'
import { now } from '#entities/values/clock.ts'
import { CartLines } from '../line-item/cart-lines.ts'
import { LineItem } from '../line-item/line-item.ts'
import { type CartWithAttempt, lockLiveAttempts } from '../payment/record-payment-attempt.ts'
import { Cart } from './cart.ts'
import { assertNotDraftCart } from './customer-cart.ts'
import { type OpenCart, trackCart } from './open-cart.ts'
import { addBalances, type CartRow, parseCart, selectCartStatement } from './read-cart.ts'

export async function lockCart(em: EntityManager, id: string): Promise<Row<Cart>> {
  const cart = await lockRow(em, Cart, { id })
  if (!cart) throw new NotFound(`Cart with ${id} was not found`)
  return cart
}

export interface ChangedCart {
  id: string
  /** The logged-in customer who changes the cart. */
  caller_id: string | null
}

/** @throws NotFound. NotAllowed if the cart is completed. Conflict while a provider processes its payment. */
export async function lockOpenCart(em: EntityManager, { id, caller_id }: ChangedCart): Promise<Row<Cart>> {
  const cart = await lockCart(em, id)
  await assertOpen(em, cart)
  voidTendersOfOthers(cart, caller_id)
  return cart
}

/** Locks an open cart and reads it. `extraStatements` run in the same round trip, after the lock. */
export async function lockAndReadOpenCart<Rows extends object[]>(
  em: EntityManager,
  { id, caller_id }: ChangedCart,
  ...extraStatements: BatchStatements<Rows>
): Promise<[cart: OpenCart, ...BatchRows<Rows>]> {
  const statements = [lockCartStatement.with(id), selectCartStatement.with(id), ...extraStatements] as BatchStatements<
    [object, CartRow, ...Rows]
  >
  const [, cartRows, ...rows] = await batch<[object, CartRow, ...Rows]>(em, ...statements)
  const snapshot = await parseCart(em, cartRows as CartRow[], id)
  await assertOpen(em, snapshot)
  const cart = trackCart(em, snapshot)
  voidTendersOfOthers(cart, caller_id)
  await addBalances(em, cart)
  return [cart, ...(rows as BatchRows<Rows>)]
}

/** The id of a cart proves no identity. Another caller could buy other goods for the balances, or send them to another address. */
function voidTendersOfOthers(cart: Row<Cart>, caller_id: string | null): void {
  if (cart.tenders && cart.tenders.customer_id !== caller_id) cart.tenders = null
}

async function assertOpen(
  em: EntityManager,
  cart: CartWithAttempt & Pick<Cart, 'type' | 'completed_at'>,
): Promise<void> {
  assertNotDraftCart(cart)
  if (cart.completed_at != null) throw new NotAllowed('The cart is already completed', 'cart_incompatible_state')
  if (await isPaymentInProgress(em, cart)) throw new Conflict()
}

/** The caller must have locked the cart. */
export async function isPaymentInProgress(em: EntityManager, cart: CartWithAttempt): Promise<boolean> {
  const attempts = await lockLiveAttempts(em, cart)
  return attempts.some((attempt) => attempt.isInProgress(now()))
}

export async function findCartLines(em: EntityManager, { id }: Pick<Cart, 'id'>): Promise<CartLines> {
  return trackCartLines(em, id, await selectCartLinesStatement(em, id))
}

export const trackCartLines = (em: EntityManager, cart_id: string, rows: readonly JsonRow[]): CartLines =>
  new CartLines(
    em,
    cart_id,
    rows.map(({ row }) => trackRow(em, LineItem, row)),
  )

export const lockCartStatement = query((db, id: string) =>
  db.selectFrom('cart').where('id', '=', id).where('deleted_at', 'is', null).forUpdate(),
)
export const selectCartLinesStatement = statement<JsonRow>(
  'select to_json(li) as row from line_item li where cart_id = $1 order by created_at, id',
)
