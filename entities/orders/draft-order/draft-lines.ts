import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow } from '#database/rows.ts'
import type { Metadata } from '#entities/base.ts'
import { changeLine } from '#entities/cart/cart/change-cart-lines.ts'
import { findCartLines } from '#entities/cart/cart/lock-cart.ts'
import type { CartLines, LineChange, RequestedLine } from '#entities/cart/line-item/cart-lines.ts'
import { fixedPrice } from '#entities/cart/line-item/line-attributes.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { readAssortment, type SellingCart, salesContextOf } from '#entities/cart/line-item/sellable-variants.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { fieldValuesIn } from '#entities/platform/field/installed-fields.ts'
import { lockOpenDraft } from './lock-draft-order.ts'

export interface DraftLineInput {
  variant_id?: string | null | undefined
  title?: string | null | undefined
  /** Minor units. Default: the price of the variant, or 0 for a custom line. */
  unit_price?: number | null | undefined
  quantity: number
  metadata?: Metadata | null | undefined
}

interface DraftCart {
  cart: SellingCart & { id: string }
  lines: CartLines
}

export async function createDraftLines(
  em: EntityManager,
  { cart, lines }: DraftCart,
  inputs: readonly DraftLineInput[],
): Promise<void> {
  const variants = inputs.filter((line): line is RequestedLine => !!line.variant_id)
  if (variants.length > 0) {
    const ids = variants.map((line) => line.variant_id)
    const assortment = await readAssortment(em, ids, salesContextOf(cart))
    lines.add(variants, assortment)
  }
  for (const line of inputs)
    if (!line.variant_id) lines.items.push(insertRow(em, LineItem, buildCustomLine(cart, line)))
}

export const CUSTOM_TITLE = 'Custom item'

const buildCustomLine = (cart: { id: string }, input: DraftLineInput) => {
  const { title, unit_price, quantity, metadata } = input
  return {
    ...fieldValuesIn('line_item', input),
    ...fixedPrice(unit_price ?? 0),
    cart_id: cart.id,
    title: title || CUSTOM_TITLE,
    quantity,
    metadata: metadata ?? {},
    allow_discounts: false,
    has_shipping: true,
  }
}

export async function addDraftLine(em: EntityManager, id: string, input: DraftLineInput): Promise<void> {
  const { cart } = await lockOpenDraft(em, id)
  await createDraftLines(em, { cart, lines: await findCartLines(em, cart) }, [input])
  await announce(em, 'draft_order.updated', { id })
}

/** A quantity of 0 removes the line. */
export async function changeDraftLine(
  em: EntityManager,
  id: string,
  change: LineChange & { line_id: string },
): Promise<void> {
  const { cart } = await lockOpenDraft(em, id)
  await changeLine(em, cart, { lines: await findCartLines(em, cart), change })
  await announce(em, 'draft_order.updated', { id })
}

export async function removeDraftLine(em: EntityManager, id: string, line_id: string): Promise<void> {
  const { cart } = await lockOpenDraft(em, id)
  const lines = await findCartLines(em, cart)
  lines.remove(line_id)
  await announce(em, 'draft_order.updated', { id })
}
