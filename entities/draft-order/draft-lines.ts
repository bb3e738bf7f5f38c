import type { EntityManager } from '@mikro-orm/postgresql'
import type { Metadata } from '../base.ts'
import { changeLine, type LineChange, removeLine } from '../cart/change-lines.ts'
import { LineItem } from '../cart/line-item.ts'
import { linesOf } from '../cart/lock-cart.ts'
import { type CartLine, fixedPrice, putLines, type WantedLine } from '../cart/put-lines.ts'
import { announce } from '../event/announce.ts'
import { type SellingCart, salesContextOf, sellableVariants } from '../product/sellable-variants.ts'
import { add } from '../rows.ts'
import { lockOpenDraft } from './lock-draft-order.ts'

/** Pieces of a variant, or anything else by its title. */
export interface WantedDraftLine {
  variant_id?: string | null | undefined
  title?: string | null | undefined
  /** Minor units. Not named it is that of the catalogue, and nothing for what is not in there. */
  unit_price?: number | null | undefined
  quantity: number
  metadata?: Metadata | null | undefined
}

/** Puts lines into the cart of a draft, whose lines are `items`. @throws as `putLines`. */
export async function putDraftLines(
  em: EntityManager,
  cart: SellingCart & { id: string },
  items: CartLine[],
  wanted: readonly WantedDraftLine[],
): Promise<void> {
  const variants = wanted.filter((line): line is WantedLine => !!line.variant_id)
  if (variants.length > 0) {
    const ids = variants.map((line) => line.variant_id)
    const assortment = await sellableVariants(em, ids, salesContextOf(cart))
    putLines(em, { cart, items, assortment }, variants)
  }
  for (const line of wanted) if (!line.variant_id) items.push(add(em, LineItem, customLine(cart, line)))
}

/** It is not in the catalogue, so it is neither discounted nor taxed, and ships with the rest. */
const customLine = (cart: { id: string }, { title, unit_price, quantity, metadata }: WantedDraftLine) => ({
  ...fixedPrice(unit_price ?? 0),
  cart_id: cart.id,
  title: title || 'Custom item',
  quantity,
  metadata: metadata ?? {},
  allow_discounts: false,
  has_shipping: true,
})

/** @throws NotFound. NotAllowed where it became an order. As `putLines`. */
export async function addDraftLine(em: EntityManager, id: string, wanted: WantedDraftLine): Promise<void> {
  const { cart } = await lockOpenDraft(em, id)
  await putDraftLines(em, cart, await linesOf(em, cart), [wanted])
  await announce(em, 'draft_order.updated', { id })
}

/** Changes what is named of a line; a quantity of 0 removes it. @throws as `addDraftLine`, and `changeLine`. */
export async function changeDraftLine(em: EntityManager, id: string, change: LineChange): Promise<void> {
  const { cart } = await lockOpenDraft(em, id)
  await changeLine(em, { market: cart, items: await linesOf(em, cart) }, change)
  await announce(em, 'draft_order.updated', { id })
}

/** @throws as `addDraftLine`. */
export async function removeDraftLine(em: EntityManager, id: string, line_id: string): Promise<void> {
  const { cart } = await lockOpenDraft(em, id)
  removeLine(em, { market: cart, items: await linesOf(em, cart) }, line_id)
  await announce(em, 'draft_order.updated', { id })
}
