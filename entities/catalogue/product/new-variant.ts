import type { EntityManager } from '@mikro-orm/postgresql'
import { type InsertedRow, insertRow } from '#database/rows.ts'
import type { NewColumns } from '#entities/base.ts'
import type { OptionChoice } from './choices.ts'
import type { PhysicalColumn } from './physical.ts'
import { ProductOptionValue } from './product-option-value.ts'
import { ProductVariant, type VARIANT_CODES } from './product-variant.ts'
import { addVariantPrice, type PriceInput, type RegionCurrencies } from './variant-prices.ts'

type OptionalColumn = PhysicalColumn | (typeof VARIANT_CODES)[number] | 'metadata' | 'thumbnail' | CostColumn
type CostColumn = 'cost_amount' | 'cost_currency_code'
type DefaultedColumn = 'inventory_quantity' | 'allow_backorder' | 'manage_inventory'

export type VariantAttributes = NewColumns<ProductVariant, 'title', OptionalColumn> & {
  [Column in DefaultedColumn]?: ProductVariant[Column] | undefined
}

export interface VariantInput extends VariantAttributes {
  variant_rank: number
  prices: readonly PriceInput[]
  options: readonly OptionChoice[]
}

/** The product must be stored, or be a row of `insertRow`. */
export function createVariant(
  em: EntityManager,
  product_id: string,
  { prices, options, ...values }: VariantInput,
  regions: RegionCurrencies,
): InsertedRow<ProductVariant> {
  const variant = insertRow(em, ProductVariant, { ...values, product_id })
  variant.assertValidStock()
  variant.assertValidCost()
  for (const choice of options) insertRow(em, ProductOptionValue, { ...choice, variant_id: variant.id })
  for (const price of prices) addVariantPrice(em, variant.id, price, regions)
  return variant
}
