import type { Entered } from '#console/components/form/entered.ts'
import type { ProductStatus } from './product-status.tsx'
import type { ProductValues } from './use-product-form.ts'
import type { EnteredPrices } from './variant-prices.ts'

export interface NewProductValues extends ProductValues {
  status: ProductStatus
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
