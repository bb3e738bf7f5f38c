import type { Entered, Readable } from '#console/components/form/entered.ts'
import type { Picture } from './picture.ts'
import type { ProductRow } from './product-row.ts'
import { type AddedVariant, type FormOption, isTooLarge, type StructureValues } from './product-structure.ts'
import { type EnteredPrices, generalPrices, priceInputs } from './variant-prices.ts'

export interface GridValues {
  title: string
  sku: string
  ean: string
  inventory_quantity: Entered<number>
  prices: EnteredPrices
  cost: Entered<number>
  thumbnail: string | null
}

/** The part of a product's form that its grid of variants shows. */
export interface VariantValues extends StructureValues {
  images: Picture[]
  /** The stored and the new variants by their ID. */
  rows: Record<string, GridValues>
  /** The fields of plugins of the new variants. */
  variant: object
}

interface ProductRows {
  rows: Readonly<Record<string, GridValues>>
  added: readonly AddedVariant[]
}

/**
 * The rows of the variants that stay. A new variant costs the same as the first one, until the user changes its row, and keeps
 * its row when an option is added.
 */
export function rowsFor(
  { variants = [] }: Pick<ProductRow, 'variants'>,
  { rows, added }: ProductRows,
): Record<string, GridValues> {
  const [first] = variants
  const { prices, cost } = { prices: generalPrices(first?.prices), cost: first?.cost_amount ?? null }
  const empty = { title: '', sku: '', ean: '', inventory_quantity: null, cost, thumbnail: null }
  const stored = variants.flatMap(({ id }): [string, GridValues][] => (rows[id] ? [[id, rows[id]]] : []))
  return Object.fromEntries([
    ...stored,
    ...added.map(({ id, earlier }): [string, GridValues] => [
      id,
      [id, ...earlier].flatMap((one) => rows[one] ?? [])[0] ?? { ...empty, prices: { ...prices } },
    ]),
  ])
}

/** The values of a new variant whose cells are empty. */
export interface UsualValues {
  prices: EnteredPrices
  stock: Entered<number>
}

interface NewVariant {
  row: Readable<GridValues> | undefined
  /** Of the cost. */
  currency: string | undefined
  usual?: Readable<UsualValues>
}

export function newVariantInput(title: string, { row, currency, usual }: NewVariant) {
  const { sku, ean, inventory_quantity, prices = {}, cost = null, thumbnail } = row ?? {}
  const quantity = inventory_quantity ?? usual?.stock
  const own = Object.fromEntries(Object.entries(prices).filter(([, amount]) => amount != null))
  return {
    title: row?.title || title,
    ...(sku ? { sku } : {}),
    ...(ean ? { ean } : {}),
    ...(typeof quantity === 'number' ? { inventory_quantity: quantity } : {}),
    ...(thumbnail ? { thumbnail } : {}),
    ...(cost === null ? {} : { cost_amount: cost, cost_currency_code: currency }),
    prices: priceInputs([], { ...usual?.prices, ...own }),
  }
}

/** The error is at the option with the most values. */
export function sizeErrors(options: readonly Pick<FormOption, 'isNew' | 'values'>[], text: string) {
  if (!isTooLarge(options)) return {}
  const sizes = options.map(({ values }) => values.length)
  return { [`options.${sizes.indexOf(Math.max(...sizes))}.values`]: text }
}

/** Such as `rows.variant_1.sku` for the column `sku` of a variant, and the values of the option for its choices. */
export function placeOfVariant(id: string | undefined, column: string | undefined, choice: string | undefined) {
  if (column === 'options') return `options.${choice}.values`
  return id && `rows.${id}.${column?.startsWith('cost') ? 'cost' : column}`
}

/** The cell with a SKU or an EAN that another variant has. */
export function placeOfTaken(column: string | undefined, value: string | undefined, rows: VariantValues['rows']) {
  if (column !== 'sku' && column !== 'ean') return undefined
  const id = Object.keys(rows).find((one) => rows[one]?.[column].trim() === value)
  return id && `rows.${id}.${column}`
}
