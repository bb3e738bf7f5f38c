import type { EntityManager } from '@mikro-orm/postgresql'
import type { NewColumns } from '#entities/base.ts'
import type { PhysicalColumn } from './physical.ts'
import type { OptionChoice, Product } from './product.ts'
import { ProductOptionValue } from './product-option-value.ts'
import { ProductVariant, type VARIANT_CODES } from './product-variant.ts'
import { addVariantPrice, type PriceInput, type RegionCurrencies } from './variant-prices.ts'

type OptionalColumn = PhysicalColumn | (typeof VARIANT_CODES)[number] | 'metadata'
type DefaultedColumn = 'inventory_quantity' | 'allow_backorder' | 'manage_inventory'

export type VariantAttributes = NewColumns<ProductVariant, 'title', OptionalColumn> & {
  [Column in DefaultedColumn]?: ProductVariant[Column] | undefined
}

export interface VariantInput extends VariantAttributes {
  variant_rank: number
  prices: readonly PriceInput[]
  options: readonly OptionChoice[]
}

export function createVariant(
  em: EntityManager,
  product: Product,
  { prices, options, ...values }: VariantInput,
  regions: RegionCurrencies,
): ProductVariant {
  const variant = em.create(ProductVariant, { ...values, product_id: product.id, product })
  variant.assertValidStock()
  for (const choice of options) em.create(ProductOptionValue, { ...choice, variant_id: variant.id, variant })
  for (const price of prices) addVariantPrice(em, variant, price, regions)
  return variant
}
