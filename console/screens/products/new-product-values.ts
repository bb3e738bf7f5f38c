import type { Entered } from '#console/components/form/entered.ts'
import type { ProductStatus } from './product-status.tsx'
import type { EnteredPrices } from './variant-prices.ts'
import type { VariantValues } from './variant-rows.ts'

export interface NewProductValues extends VariantValues {
  title: string
  subtitle: string
  handle: string
  description: string
  discountable: boolean
  seo_title: string
  seo_description: string
  status: ProductStatus
  collection_id: string | null
  type: string
  tags: string[]
  categories: string[]
  sales_channels: string[]
  thumbnail: string | null
  /** Of each variant without its own. */
  prices: EnteredPrices
  stock: Entered<number>
  sku: string
}

export const NO_VALUES: NewProductValues = {
  title: '',
  subtitle: '',
  handle: '',
  description: '',
  discountable: true,
  seo_title: '',
  seo_description: '',
  status: 'draft',
  collection_id: null,
  type: '',
  tags: [],
  categories: [],
  sales_channels: [],
  images: [],
  thumbnail: null,
  options: [],
  removed: [],
  fillsGaps: true,
  prices: {},
  stock: null,
  sku: '',
  rows: {},
  variant: {},
}
