import type { RouterInputs, RouterOutputs } from '#client/index.ts'
import { type Entered, type Readable, requiredNumber } from '#console/components/form/entered.ts'
import type { GridRow } from '#console/components/grid/grid-column.ts'
import type { ProductStatus } from './product-status.tsx'
import {
  type EnteredPrices,
  generalPrices,
  type PriceByCurrency,
  priceInputs,
  type VariantPrice,
} from './variant-prices.ts'

export type TableProduct = RouterOutputs['admin']['products']['list']['products'][number]

type TableVariant = NonNullable<TableProduct['variants']>[number]

/** A line of the table: a variant. The first line of a product also shows the title and the status of the product. */
export interface TableRow extends GridRow {
  product: TableProduct
  variant: TableVariant | undefined
  isFirst: boolean
}

export interface TableValues {
  product_title: string
  status: ProductStatus
  title: string
  sku: string
  inventory_quantity: Entered<number>
  prices: EnteredPrices
  cost: Entered<number>
  weight: Entered<number>
}

export const rowsOf = (products: readonly TableProduct[]): TableRow[] =>
  products.flatMap((product): TableRow[] => {
    const { variants = [] } = product
    if (variants.length === 0)
      return [{ id: product.id, name: product.title, product, variant: undefined, isFirst: true }]
    return variants.map((variant, index) => ({
      id: variant.id,
      name: `${product.title}, ${variant.title}`,
      product,
      variant,
      isFirst: index === 0,
    }))
  })

export const valuesOf = ({ product, variant }: TableRow): TableValues => ({
  product_title: product.title,
  status: product.status,
  title: variant?.title ?? '',
  sku: variant?.sku ?? '',
  inventory_quantity: variant?.inventory_quantity ?? null,
  prices: generalPrices(variant?.prices),
  cost: variant?.cost_amount ?? null,
  weight: variant?.weight ?? null,
})

type ProductChange = RouterInputs['admin']['products']['update']

interface ChangeContext {
  /** The values of the rows by their ID. */
  values: Readonly<Record<string, Readable<TableValues>>>
  /** The currency of new costs. */
  currency: string | undefined
}

/** The input for the changes of a product, or undefined if nothing has changed. */
export function changeOf(rows: readonly TableRow[], { values, currency }: ChangeContext): ProductChange | undefined {
  const [first] = rows
  if (!first) return undefined
  const { product } = first
  const now = values[first.id]
  const variant_changes = rows.flatMap((row) => {
    const change = row.variant && values[row.id] && variantChange(row.variant, values[row.id], currency)
    return change ? [change] : []
  })
  const change = {
    ...(now && now.product_title !== product.title ? { title: now.product_title } : {}),
    ...(now && now.status !== product.status ? { status: now.status } : {}),
    ...(variant_changes.length > 0 ? { variant_changes } : {}),
  }
  return Object.keys(change).length > 0 ? { id: product.id, ...change } : undefined
}

function variantChange(variant: TableVariant, now: Readable<TableValues> | undefined, currency: string | undefined) {
  if (!now) return undefined
  const change = {
    ...(now.title !== variant.title ? { title: now.title } : {}),
    ...(now.sku !== (variant.sku ?? '') ? { sku: now.sku || null } : {}),
    ...(now.inventory_quantity !== variant.inventory_quantity
      ? { inventory_quantity: requiredNumber(now.inventory_quantity) }
      : {}),
    ...(hasOtherPrices(variant.prices, now.prices) ? { prices: priceInputs(variant.prices, now.prices) } : {}),
    ...(now.cost !== (variant.cost_amount ?? null)
      ? {
          cost_amount: now.cost,
          cost_currency_code: now.cost === null ? null : (variant.cost_currency_code ?? currency),
        }
      : {}),
    ...(now.weight !== (variant.weight ?? null) ? { weight: now.weight } : {}),
  }
  return Object.keys(change).length > 0 ? { id: variant.id, ...change } : undefined
}

function hasOtherPrices(stored: readonly VariantPrice[] | undefined, now: PriceByCurrency): boolean {
  const before = generalPrices(stored)
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].some(
    (currency) => (before[currency] ?? null) !== (now[currency] ?? null),
  )
}
