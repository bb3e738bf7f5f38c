import type { EntityManager } from '@mikro-orm/postgresql'
import { findRows, insertRow } from '#database/rows.ts'
import type { Metadata } from '#entities/base.ts'
import { changeLine } from '#entities/cart/cart/change-cart-lines.ts'
import { findCartLines } from '#entities/cart/cart/lock-cart.ts'
import {
  assertTaxOfProduct,
  type CartLines,
  type LineChange,
  type OwnTax,
  type RequestedLine,
} from '#entities/cart/line-item/cart-lines.ts'
import { fixedPrice, REGION_RATE } from '#entities/cart/line-item/line-attributes.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { readAssortment, type SellingCart, salesContextOf } from '#entities/cart/line-item/sellable-variants.ts'
import { lineTitlesIn } from '#entities/cart/line-item/translate-lines.ts'
import { InvalidData } from '#entities/errors.ts'
import { TaxRate } from '#entities/market/tax/tax-rate.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { fieldValuesIn } from '#entities/platform/field/installed-fields.ts'
import { lockOpenDraft } from './lock-draft-order.ts'

export interface DraftLineInput extends OwnTax {
  variant_id?: string | null | undefined
  title?: string | null | undefined
  /** Minor units. Default: the price of the variant, or 0 for a custom line. */
  unit_price?: number | null | undefined
  quantity: number
  metadata?: Metadata | null | undefined
}

interface DraftCart {
  cart: SellingCart & { id: string; context?: Record<string, unknown> | null | undefined }
  lines: CartLines
}

export async function createDraftLines(
  em: EntityManager,
  { cart, lines }: DraftCart,
  inputs: readonly DraftLineInput[],
): Promise<void> {
  for (const line of inputs) if (line.variant_id) assertTaxOfProduct(line)
  await assertRatesOfRegion(em, cart.region_id, inputs)
  const variants = inputs.filter((line): line is RequestedLine => !!line.variant_id)
  if (variants.length > 0) {
    const ids = variants.map((line) => line.variant_id)
    const assortment = await readAssortment(em, ids, salesContextOf(cart))
    const known = lines.items.length
    lines.add(variants, assortment)
    const titlesOf = await lineTitlesIn(em, cart.context?.locale, [...assortment.variants.values()])
    for (const line of lines.items.slice(known))
      Object.assign(line, titlesOf(assortment.variants.get(line.variant_id as string)!))
  }
  for (const line of inputs)
    if (!line.variant_id) lines.items.push(insertRow(em, LineItem, buildCustomLine(cart, line)))
}

export const CUSTOM_TITLE = 'Custom item'

const buildCustomLine = (cart: { id: string }, input: DraftLineInput) => {
  const { title, unit_price, quantity, metadata, tax_rate_id, includes_tax } = input
  return {
    ...fieldValuesIn('line_item', input),
    ...fixedPrice(unit_price ?? 0),
    includes_tax: includes_tax ?? false,
    tax_rate_id,
    cart_id: cart.id,
    title: title || CUSTOM_TITLE,
    quantity,
    metadata: metadata ?? {},
    allow_discounts: false,
    has_shipping: true,
  }
}

/** @throws InvalidData for a tax rate that the region does not have */
async function assertRatesOfRegion(em: EntityManager, region_id: string, taxes: readonly OwnTax[]): Promise<void> {
  const ids = new Set(taxes.flatMap(({ tax_rate_id }) => tax_rate_id ?? []))
  ids.delete(REGION_RATE)
  if (ids.size === 0) return
  const rates = await findRows(em, TaxRate, { region_id, id: [...ids] })
  if (rates.length < ids.size)
    throw new InvalidData('The region of the draft order does not have this tax rate').because({
      name: 'tax_rate_outside_region',
    })
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
  await assertRatesOfRegion(em, cart.region_id, [change])
  await changeLine(em, cart, { lines: await findCartLines(em, cart), change })
  await announce(em, 'draft_order.updated', { id })
}

export async function removeDraftLine(em: EntityManager, id: string, line_id: string): Promise<void> {
  const { cart } = await lockOpenDraft(em, id)
  const lines = await findCartLines(em, cart)
  lines.remove(line_id)
  await announce(em, 'draft_order.updated', { id })
}
