import { isDeepStrictEqual } from 'node:util'
import type { EntityManager, RequiredEntityData } from '@mikro-orm/postgresql'
import { insertRow } from '#database/rows.ts'
import type { Metadata } from '#entities/base.ts'
import { isCovered } from '#entities/catalogue/product/stock.ts'
import { InvalidData } from '#entities/errors.ts'
import type { CartLineSnapshot } from '../cart/read-cart.ts'
import { insufficientStock } from '../stock/take-stock.ts'
import { LineItem } from './line-item.ts'
import { type Assortment, type Market, priceVariant, type SellableVariant } from './sellable-variants.ts'

export interface RequestedLine {
  variant_id: string
  quantity: number
  metadata?: Metadata | null | undefined
  /** Minor units, where the shop names the price itself. */
  unit_price?: number | null | undefined
}

/** What the rules of lines read and change of one, whether it was read alone or with its cart. */
export type CartLine = Pick<
  LineItem,
  | 'id'
  | 'variant_id'
  | 'title'
  | 'quantity'
  | 'unit_price'
  | 'includes_tax'
  | 'metadata'
  | 'has_shipping'
  | 'should_merge'
  | 'is_price_fixed'
>

export interface CartContents {
  cart: { id: string }
  /** Its lines, and afterwards the new ones too. */
  items: CartLine[]
  /** Of what is wanted, what is sold there. */
  assortment: Assortment
}

/**
 * Puts what is wanted into the cart, whose lines are `items`: into a line of the same variant with equal metadata where
 * there is one, priced for its new quantity, else into a new line; at a price that is named always into a new one. All of it or, where it throws, nothing.
 * @throws InvalidData for a variant that is not sold here, or has no price. NotAllowed where the stock does not cover it.
 */
export function addCartLines(
  em: EntityManager,
  { cart, items, assortment: { market, variants } }: CartContents,
  wanted: readonly RequestedLine[],
): void {
  assertVariantsFound(wanted, variants)
  for (const line of wanted) {
    const variant = variants.get(line.variant_id) as SellableVariant
    const metadata = line.metadata ?? {}
    if (line.unit_price != null) {
      const price = fixedPrice(line.unit_price)
      items.push(newLine(em, variant, { ...price, cart_id: cart.id, quantity: line.quantity, metadata }))
      continue
    }
    const same = items.find((item) => mergesWith(item, variant, metadata))
    const quantity = line.quantity + (same?.quantity ?? 0)
    const price = requireUnitPrice(variant, market, quantity)
    if (same) Object.assign(same, { ...price, quantity })
    else items.push(newLine(em, variant, { ...price, cart_id: cart.id, quantity, metadata }))
  }
  assertOfferedInChannel(wanted, variants)
  for (const variant of variants.values()) requireStock(variant, items)
}

/** A new line, with all that is read with a line of an open cart. */
function newLine(
  em: EntityManager,
  variant: SellableVariant,
  given: Omit<RequiredEntityData<LineItem>, 'title'>,
): CartLineSnapshot {
  const { tag_ids, linked_rates } = variant
  const line = insertRow(em, LineItem, { ...lineAttributesOf(variant), ...given } as RequiredEntityData<LineItem>)
  return Object.assign(line as object as CartLineSnapshot, {
    variant,
    tag_ids,
    linked_rates,
    adjustments: [],
    tax_lines: [],
  })
}

/** A price that the shop names: it is without tax, and no other line is put together with its line. */
export const fixedPrice = (unit_price: number) => ({
  unit_price,
  is_price_fixed: true,
  should_merge: false,
  includes_tax: false,
})

/**
 * The unit price of `quantity` pieces.
 * @throws InvalidData where the variant has no price here.
 */
export function requireUnitPrice(
  variant: SellableVariant,
  market: Market,
  quantity: number,
): { unit_price: number; includes_tax: boolean } {
  const { calculated_price, calculated_price_includes_tax } = priceVariant(variant, market, quantity)
  if (calculated_price === null)
    throw new InvalidData(`Cannot generate line item for variant "${variant.title}" without a price`)
  return { unit_price: calculated_price, includes_tax: calculated_price_includes_tax ?? false }
}

/** Pieces of a variant in all lines of a cart; its stock must cover them together. */
export const sumVariantQuantity = (variant_id: string, items: readonly CartLine[]): number =>
  items.reduce((sum, item) => sum + (item.variant_id === variant_id ? item.quantity : 0), 0)

/** @throws InvalidData naming the variants that are not sold. */
export function assertVariantsFound(
  wanted: readonly { variant_id: string }[],
  variants: ReadonlyMap<string, SellableVariant>,
): void {
  const unknown = wanted.map((line) => line.variant_id).filter((id) => !variants.has(id))
  if (unknown.length === 0) return
  throw new InvalidData(
    `Unable to generate the line items, some variant has not been found: ${[...new Set(unknown)].join(', ')}`,
  )
}

/** @throws InvalidData naming the products that the sales channel does not offer. */
export function assertOfferedInChannel(
  wanted: readonly { variant_id: string }[],
  variants: ReadonlyMap<string, SellableVariant>,
): void {
  const titles = wanted
    .map((line) => variants.get(line.variant_id))
    .filter((variant) => !variant?.is_offered)
    .map((variant) => variant?.product.title)
  if (titles.length === 0) return
  throw new InvalidData(
    `The products [${[...new Set(titles)].join(' - ')}] must belongs to the sales channel on which the cart has been created.`,
  )
}

function requireStock(variant: SellableVariant, items: readonly CartLine[]): void {
  if (!isCovered(variant, sumVariantQuantity(variant.id, items))) throw insufficientStock(variant.id)
}

const mergesWith = (item: CartLine, variant: SellableVariant, metadata: Metadata): boolean =>
  item.variant_id === variant.id && item.should_merge && isDeepStrictEqual(item.metadata ?? {}, metadata)

/** What a line tells of its variant. */
export const lineAttributesOf = ({ id, title, product }: SellableVariant) => ({
  variant_id: id,
  title: product.title,
  description: title,
  thumbnail: product.thumbnail,
  is_giftcard: product.is_giftcard,
  allow_discounts: product.discountable && !product.is_giftcard,
})
