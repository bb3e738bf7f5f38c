import type { Entered } from '#console/components/form/entered.ts'
import type { NewOption } from './new-options.tsx'
import type { Picture } from './picture.ts'
import type { ProductStatus } from './product-status.tsx'
import type { EnteredPrices } from './variant-prices.ts'

/** Empty values are those of all variants. */
export interface NewVariantValues {
  sku: string
  ean: string
  inventory_quantity: Entered<number>
  prices: EnteredPrices
  cost: Entered<number>
  thumbnail: string | null
}

export const EMPTY_VARIANT = { sku: '', ean: '', inventory_quantity: null, cost: null, thumbnail: null } as const

export interface NewProductValues {
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
  images: Picture[]
  thumbnail: string | null
  options: NewOption[]
  prices: EnteredPrices
  stock: Entered<number>
  sku: string
  /** By the key of their combination. */
  rows: Record<string, NewVariantValues>
  /** The fields of plugins of each variant. */
  variant: object
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
  prices: {},
  stock: null,
  sku: '',
  rows: {},
  variant: {},
}
