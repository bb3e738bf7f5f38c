import type { EntityManager } from '@mikro-orm/postgresql'
import { InvalidData } from '#entities/errors.ts'
import { Step } from '#entities/platform/step/step.ts'
import type { CartLines, LineChange, RequestedLine } from '../line-item/cart-lines.ts'
import {
  parseAssortment,
  readAssortment,
  type SellingCart,
  salesContextOf,
  selectVariantsForCartStatement,
} from '../line-item/sellable-variants.ts'
import { translateLines } from '../line-item/translate-lines.ts'
import { type ChangedCart, lockAndReadOpenCart } from './lock-cart.ts'
import { linesOf, type OpenCart, removeShipping } from './open-cart.ts'
import type { CartLineSnapshot, CartSnapshot } from './read-cart.ts'

export interface CartLineAddition {
  cart: CartSnapshot
  line: RequestedLine
}

export interface CartLineUpdate {
  cart: CartSnapshot
  /** The line before the change. */
  line: CartLineSnapshot
  change: LineChange
}

/** Plugins check each new line, also the lines of a new cart. */
export const addCartLineStep = new Step<CartLineAddition>({
  moment:
    'A customer adds a line. A new cart with lines has this step once for each line, and its `cart.items` is empty.',
  context: { cart: '', line: 'the input' },
})
/** Plugins check each change of a line, except a quantity of 0, which removes the line. */
export const updateCartLineStep = new Step<CartLineUpdate>({
  moment: 'A customer changes a line. A quantity of 0 removes the line without this step.',
  context: { cart: '', line: 'before the change', change: 'the input' },
})

const INCOMPLETE = 'Unable to generate the line item because one or more required argument(s) are missing.'

export async function addLineToCart(
  em: EntityManager,
  changed: ChangedCart,
  request: RequestedLine,
): Promise<OpenCart> {
  const selectVariants = selectVariantsForCartStatement.with(changed.id, [request.variant_id])
  const [cart, rows] = await lockAndReadOpenCart(em, changed, selectVariants)
  cart.assertItemsChangeable()
  if (request.variant_id === '') throw new InvalidData(`${INCOMPLETE} Ensure variant id is passed`)
  if (request.quantity === 0) throw new InvalidData(`${INCOMPLETE} Ensure quantity, regionId, and variantId are passed`)
  await addCartLineStep.assertAllowed(em, { cart, line: request })
  const known = cart.items.length
  linesOf(em, cart).add([request], await parseAssortment(em, rows, cart.region_id))
  await translateLines(em, cart, cart.items.slice(known))
  await removeShipping(em, cart)
  addCartLineStep.addEffects(em, { cart, line: request })
  return cart
}

/** A quantity of 0 removes the line. */
export async function changeLineInCart(
  em: EntityManager,
  changed: ChangedCart,
  change: LineChange & { line_id: string },
): Promise<OpenCart> {
  const [cart] = await lockAndReadOpenCart(em, changed)
  cart.assertItemsChangeable()
  const lines = linesOf(em, cart)
  const line = lines.lineOrThrow(change.line_id)
  if (change.quantity !== 0) await updateCartLineStep.assertAllowed(em, { cart, line, change })
  const before = { ...line }
  await changeLine(em, cart, { lines, change })
  await removeShipping(em, cart)
  if (change.quantity !== 0) updateCartLineStep.addEffects(em, { cart, line: before, change })
  return cart
}

export async function removeLineFromCart(em: EntityManager, changed: ChangedCart, line_id: string): Promise<OpenCart> {
  const [cart] = await lockAndReadOpenCart(em, changed)
  cart.assertItemsChangeable()
  if (linesOf(em, cart).remove(line_id)) await removeShipping(em, cart)
  return cart
}

export async function changeLine(
  em: EntityManager,
  cart: SellingCart,
  { lines, change: { line_id, ...change } }: { lines: CartLines; change: LineChange & { line_id: string } },
): Promise<void> {
  const line = lines.lineOrThrow(line_id)
  if (change.quantity === 0) {
    lines.remove(line_id)
    return
  }
  const { variant_id } = line
  lines.change(line, change, variant_id ? await readAssortment(em, [variant_id], salesContextOf(cart)) : undefined)
}
