import { isDeepStrictEqual } from 'node:util'
import type { EntityManager, RequiredEntityData } from '@mikro-orm/postgresql'
import { deleteRow, insertRow } from '#database/rows.ts'
import { type Metadata, mergeMetadata } from '#entities/base.ts'
import { isCovered } from '#entities/catalogue/product/stock.ts'
import { InvalidData, NotAllowed } from '#entities/errors.ts'
import { changeFields, fieldValuesIn, hasFieldValues } from '#entities/platform/field/installed-fields.ts'
import { insufficientStock } from '../stock/out-of-stock.ts'
import { buildLineAttributes, fixedPrice, requireUnitPrice } from './line-attributes.ts'
import { LineItem } from './line-item.ts'
import { type Assortment, priceVariant, type SellableVariant } from './sellable-variants.ts'

export type CartLine = Pick<
  LineItem,
  | 'id'
  | 'variant_id'
  | 'title'
  | 'quantity'
  | 'unit_price'
  | 'includes_tax'
  | 'tax_rate_id'
  | 'metadata'
  | 'has_shipping'
  | 'should_merge'
  | 'is_price_fixed'
>

export interface RequestedLine {
  variant_id: string
  quantity: number
  metadata?: Metadata | null | undefined
  unit_price?: number | null | undefined
}

/** The tax of a line without a variant. */
export interface OwnTax {
  /** A tax rate of the region, or `default` for the rate of the region. Null: no tax. */
  tax_rate_id?: string | null | undefined
  /** Whether the unit price contains the tax. */
  includes_tax?: boolean | undefined
}

export interface LineChange extends OwnTax {
  quantity?: number | undefined
  metadata?: Metadata | null | undefined
  unit_price?: number | null | undefined
  title?: string | null | undefined
}

/** `items` are tracked rows: the next flush writes their changes. */
export class CartLines<Line extends CartLine = CartLine> {
  readonly items: Line[]
  readonly #em: EntityManager
  readonly #cartId: string

  constructor(em: EntityManager, cart_id: string, items: Line[]) {
    this.#em = em
    this.#cartId = cart_id
    this.items = items
  }

  lineOrThrow(id: string): Line {
    const line = this.items.find((item) => item.id === id)
    if (!line) throw new InvalidData('Could not find the line item').because({ name: 'entry_missing' })
    return line
  }

  sumQuantity(variant_id: string): number {
    return this.items.reduce((sum, item) => sum + (item.variant_id === variant_id ? item.quantity : 0), 0)
  }

  /**
   * A request with a custom price always adds a new line. Other requests increase the quantity of an equal line.
   * @throws InvalidData for a variant that is not sold. NotAllowed if the stock is too low.
   */
  add(requests: readonly RequestedLine[], { market, variants }: Assortment): void {
    assertVariantsFound(requests, variants)
    for (const request of requests) {
      const variant = variants.get(request.variant_id) as SellableVariant
      const metadata = request.metadata ?? {}
      const isCustomPrice = request.unit_price != null
      const fields = fieldValuesIn('line_item', request)
      const line = isCustomPrice ? undefined : this.#findMergeable(variant.id, { metadata, fields })
      const quantity = request.quantity + (line?.quantity ?? 0)
      const price =
        request.unit_price != null ? fixedPrice(request.unit_price) : requireUnitPrice(variant, market, quantity)
      if (line) Object.assign(line, { ...price, quantity })
      else this.#insert(variant, { ...fields, ...price, quantity, metadata })
    }
    assertOfferedInChannel(requests, variants)
    for (const variant of variants.values())
      if (!this.#isCovered(variant)) throw insufficientStock(variant.id).because(shortageOf(variant))
  }

  /** @throws InvalidData if the variant is not sold. NotAllowed if the stock is too low. */
  change(line: Line, changes: LineChange, assortment: Assortment | undefined): void {
    const { quantity, metadata, unit_price, title } = changes
    changeFields('line_item', line, changes)
    line.quantity = quantity ?? line.quantity
    line.title = title || line.title
    if (metadata) line.metadata = mergeMetadata(line.metadata, metadata)
    if (!line.variant_id) {
      changeOwnPrice(line, changes)
      return
    }
    assertTaxOfProduct(changes)
    if (unit_price != null) Object.assign(line, fixedPrice(unit_price))
    const variant = assortment?.variants.get(line.variant_id)
    if (!assortment || !variant) throw variantsNotFound([line.variant_id])
    if (!this.#isCovered(variant))
      throw new NotAllowed("Inventory doesn't cover the desired quantity", 'insufficient_inventory').because(
        shortageOf(variant),
      )
    if (!line.is_price_fixed) Object.assign(line, requireUnitPrice(variant, assortment.market, line.quantity))
  }

  remove(id: string): boolean {
    const index = this.items.findIndex((item) => item.id === id)
    if (index < 0) return false
    deleteRow(this.#em, this.items[index] as Line)
    this.items.splice(index, 1)
    return true
  }

  /** Removes lines that no longer have a price. Lines with a custom price and lines without a variant stay. */
  reprice({ market, variants }: Assortment): void {
    for (const line of this.items.slice()) {
      if (line.is_price_fixed || !line.variant_id) continue
      const variant = variants.get(line.variant_id)
      const price = variant && priceVariant(variant, market, line.quantity)
      if (price?.calculated_price == null) {
        this.remove(line.id)
        continue
      }
      line.unit_price = price.calculated_price
      line.includes_tax = price.calculated_price_includes_tax ?? false
    }
  }

  /** Lines with other metadata or other values of plugin fields stay separate. */
  #findMergeable(variant_id: string, { metadata, fields }: { metadata: Metadata; fields: object }): Line | undefined {
    return this.items.find(
      (item) =>
        item.variant_id === variant_id &&
        item.should_merge &&
        isDeepStrictEqual(item.metadata ?? {}, metadata) &&
        hasFieldValues('line_item', item, fields),
    )
  }

  #isCovered(variant: SellableVariant): boolean {
    return isCovered(variant, this.sumQuantity(variant.id))
  }

  #insert(variant: SellableVariant, columns: Omit<RequiredEntityData<LineItem>, 'title'>): void {
    const { tag_ids, linked_rates, is_offered } = variant
    const row = insertRow(this.#em, LineItem, {
      ...buildLineAttributes(variant),
      ...columns,
      cart_id: this.#cartId,
    } as RequiredEntityData<LineItem>)
    const line: CartLine = Object.assign(row, {
      variant,
      tag_ids,
      linked_rates,
      is_offered,
      adjustments: [],
      tax_lines: [],
    })
    this.items.push(line as Line)
  }
}

function changeOwnPrice(line: CartLine, { unit_price, tax_rate_id, includes_tax }: LineChange): void {
  line.unit_price = unit_price ?? line.unit_price
  line.includes_tax = includes_tax ?? line.includes_tax
  if (tax_rate_id !== undefined) line.tax_rate_id = tax_rate_id
}

/** @throws InvalidData if the input chooses the tax of a line with a product. Null and false choose none. */
export function assertTaxOfProduct({
  tax_rate_id,
  includes_tax,
}: Pick<LineChange, 'tax_rate_id' | 'includes_tax'>): void {
  if (tax_rate_id || includes_tax)
    throw new InvalidData(
      'The tax of a product cannot be chosen. Only items without a product have an own tax.',
    ).because({ name: 'tax_of_product' })
}

export function assertVariantsFound(
  requests: readonly { variant_id: string }[],
  variants: ReadonlyMap<string, SellableVariant>,
): void {
  const unknownIds = requests.map((request) => request.variant_id).filter((id) => !variants.has(id))
  if (unknownIds.length > 0) throw variantsNotFound(unknownIds)
}

function variantsNotFound(unknownIds: readonly string[]): InvalidData {
  const ids = [...new Set(unknownIds)].join(', ')
  return new InvalidData(`Unable to generate the line items, some variant has not been found: ${ids}`).because({
    name: 'variant_unavailable',
    ids,
  })
}

export function assertOfferedInChannel(
  requests: readonly { variant_id: string }[],
  variants: ReadonlyMap<string, SellableVariant>,
): void {
  const titles = requests
    .map((request) => variants.get(request.variant_id))
    .filter((variant) => !variant?.is_offered)
    .map((variant) => variant?.product.title)
  if (titles.length === 0) return
  throw new InvalidData(
    `The products [${[...new Set(titles)].join(' - ')}] must belongs to the sales channel on which the cart has been created.`,
  ).because({ name: 'products_outside_channel', titles: [...new Set(titles)].join(', ') })
}

const shortageOf = ({ product: { title } }: SellableVariant) => ({ name: 'item_out_of_stock', title }) as const
