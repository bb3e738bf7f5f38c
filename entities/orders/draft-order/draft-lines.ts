import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow } from '#database/rows.ts'
import type { Metadata } from '#entities/base.ts'
import { findCartLines } from '#entities/cart/cart/lock-cart.ts'
import { changeCartLine, type LineChange, removeCartLine } from '#entities/cart/line-item/change-lines.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { addCartLines, type CartLine, fixedPrice, type RequestedLine } from '#entities/cart/line-item/put-lines.ts'
import { readAssortment, type SellingCart, salesContextOf } from '#entities/cart/line-item/sellable-variants.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { lockOpenDraft } from './lock-draft-order.ts'

/** Pieces of a variant, or anything else by its title. */
export interface DraftLineInput {
  variant_id?: string | null | undefined
  title?: string | null | undefined
  /** Minor units. Not named it is that of the catalogue, and nothing for what is not in there. */
  unit_price?: number | null | undefined
  quantity: number
  metadata?: Metadata | null | undefined
}

/** Puts lines into the cart of a draft, whose lines are `items`. @throws as `putLines`. */
export async function createDraftLines(
  em: EntityManager,
  cart: SellingCart & { id: string },
  items: CartLine[],
  wanted: readonly DraftLineInput[],
): Promise<void> {
  const variants = wanted.filter((line): line is RequestedLine => !!line.variant_id)
  if (variants.length > 0) {
    const ids = variants.map((line) => line.variant_id)
    const assortment = await readAssortment(em, ids, salesContextOf(cart))
    addCartLines(em, { cart, items, assortment }, variants)
  }
  for (const line of wanted) if (!line.variant_id) items.push(insertRow(em, LineItem, customLine(cart, line)))
}

export const CUSTOM_TITLE = 'Custom item'

/** It is not in the catalogue, so it is neither discounted nor taxed, and ships with the rest. */
const customLine = (cart: { id: string }, { title, unit_price, quantity, metadata }: DraftLineInput) => ({
  ...fixedPrice(unit_price ?? 0),
  cart_id: cart.id,
  title: title || CUSTOM_TITLE,
  quantity,
  metadata: metadata ?? {},
  allow_discounts: false,
  has_shipping: true,
})

/** @throws NotFound. NotAllowed where it became an order. As `putLines`. */
export async function addDraftLine(em: EntityManager, id: string, wanted: DraftLineInput): Promise<void> {
  const { cart } = await lockOpenDraft(em, id)
  await createDraftLines(em, cart, await findCartLines(em, cart), [wanted])
  await announce(em, 'draft_order.updated', { id })
}

/** Changes what is named of a line; a quantity of 0 removes it. @throws as `addDraftLine`, and `changeLine`. */
export async function changeDraftLine(em: EntityManager, id: string, change: LineChange): Promise<void> {
  const { cart } = await lockOpenDraft(em, id)
  await changeCartLine(em, { market: cart, items: await findCartLines(em, cart) }, change)
  await announce(em, 'draft_order.updated', { id })
}

/** @throws as `addDraftLine`. */
export async function removeDraftLine(em: EntityManager, id: string, line_id: string): Promise<void> {
  const { cart } = await lockOpenDraft(em, id)
  removeCartLine(em, { market: cart, items: await findCartLines(em, cart) }, line_id)
  await announce(em, 'draft_order.updated', { id })
}
