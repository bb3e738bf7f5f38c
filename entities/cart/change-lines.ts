import type { EntityManager } from '@mikro-orm/postgresql'
import { type Metadata, mergeMetadata } from '../base.ts'
import { InvalidData, NotAllowed } from '../errors.ts'
import { sellableVariants } from '../product/sellable-variants.ts'
import { isCovered } from '../product/stock.ts'
import { drop } from '../rows.ts'
import { later, statement } from '../statement.ts'
import type { Cart } from './cart.ts'
import type { LineItem } from './line-item.ts'
import { linesOf } from './lock-cart.ts'
import { type CartToFill, fixedPrice, piecesOf, priceFor, putLines, type WantedLine } from './put-lines.ts'

/*
 * What is in a cart decides how it can be shipped: each of these drops the shipping that a customer chose. That of a draft
 * is the shop's choice, and stays.
 */

const INCOMPLETE = 'Unable to generate the line item because one or more required argument(s) are missing.'

/** @throws as `putLines`. */
export async function addLine(
  em: EntityManager,
  filled: CartToFill & { cart: Cart },
  wanted: WantedLine,
): Promise<void> {
  if (wanted.quantity === 0) throw new InvalidData(`${INCOMPLETE} Ensure quantity, regionId, and variantId are passed`)
  putLines(em, filled, [wanted])
  if (!filled.cart.isDraft()) await dropShipping(em, filled.cart, filled.items)
}

export interface LineChange {
  line_id: string
  quantity?: number | undefined
  metadata?: Metadata | null | undefined
  /** Where the shop names them itself; the price in minor units. */
  unit_price?: number | null | undefined
  title?: string | null | undefined
}

/**
 * Sets the quantity of a line, at the price that quantity has now unless the shop named one; none removes the line.
 * @throws InvalidData for a line of another cart. NotAllowed where the stock does not cover the quantity.
 */
export async function changeLine(
  em: EntityManager,
  cart: Cart,
  { line_id, quantity, metadata, unit_price, title }: LineChange,
): Promise<void> {
  const items = await linesOf(em, cart)
  const item = items.find((line) => line.id === line_id)
  if (!item) throw new InvalidData('Could not find the line item')
  if (quantity === 0) {
    drop(em, item)
  } else {
    item.quantity = quantity ?? item.quantity
    item.title = title || item.title
    if (metadata) item.metadata = mergeMetadata(item.metadata, metadata)
    if (unit_price != null) Object.assign(item, fixedPrice(unit_price))
    await reprice(em, cart, item, items)
  }
  if (!cart.isDraft()) await dropShipping(em, cart, items)
}

/** Removes a line; one that is not in the cart is not there afterwards either. */
export async function removeLine(em: EntityManager, cart: Cart, line_id: string): Promise<void> {
  const items = await linesOf(em, cart)
  const item = items.find((line) => line.id === line_id)
  if (!item) return
  drop(em, item)
  if (!cart.isDraft()) await dropShipping(em, cart, items)
}

/** Forgets the shipping that was chosen for `items`, which are all lines of the cart. */
export async function dropShipping(em: EntityManager, cart: Cart, items: readonly LineItem[]): Promise<void> {
  for (const item of items) item.has_shipping = false
  await later(em, deleteShipping.with(cart.id))
}

const deleteShipping = statement('delete from shipping_method where cart_id = $1')

async function reprice(em: EntityManager, cart: Cart, item: LineItem, items: readonly LineItem[]): Promise<void> {
  if (item.variant_id === null || item.variant_id === undefined) return
  const { market, variants } = await sellableVariants(em, [item.variant_id], cart)
  const variant = variants.get(item.variant_id)
  if (!variant)
    throw new InvalidData(`Unable to generate the line items, some variant has not been found: ${item.variant_id}`)
  if (!isCovered(variant, piecesOf(variant.id, items)))
    throw new NotAllowed("Inventory doesn't cover the desired quantity", 'insufficient_inventory')
  if (!item.is_price_fixed) Object.assign(item, priceFor(variant, market, item.quantity))
}
