import type { EntityManager } from '@mikro-orm/postgresql'
import type { Physical } from './physical.ts'
import type { OptionChoice, Product } from './product.ts'
import { ProductOptionValue } from './product-option-value.ts'
import { ProductVariant } from './product-variant.ts'
import { addVariantPrice, type PriceInput, type RegionCurrencies } from './variant-prices.ts'

export interface VariantAttributes extends Physical {
  title: string
  sku?: string | null | undefined
  ean?: string | null | undefined
  upc?: string | null | undefined
  barcode?: string | null | undefined
  inventory_quantity?: number | undefined
  allow_backorder?: boolean | undefined
  manage_inventory?: boolean | undefined
  metadata?: Record<string, unknown> | null | undefined
}

export interface VariantInput extends VariantAttributes {
  variant_rank: number
  prices: readonly PriceInput[]
  options: readonly OptionChoice[]
}

/** The caller checks the options. */
export function newVariant(
  em: EntityManager,
  product: Product,
  { prices, options, ...facts }: VariantInput,
  regions: RegionCurrencies,
): ProductVariant {
  const variant = em.create(ProductVariant, { ...facts, product_id: product.id, product })
  variant.checkStock()
  for (const choice of options) em.create(ProductOptionValue, { ...choice, variant_id: variant.id, variant })
  for (const price of prices) addVariantPrice(em, variant, price, regions)
  return variant
}
