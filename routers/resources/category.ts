import { z } from 'zod'
import { metadata, timestamps } from '../inputs/common.ts'
import { resource, restrictRows, type ToMany, type ToOne, toMany, toOne } from '../reading/resource.ts'
import { ProductResource, type ProductView } from './product.ts'

const publicColumns = {
  id: z.string(),
  ...timestamps,
  ...metadata,
  name: z.string(),
  description: z.string(),
  handle: z.string(),
  rank: z.int(),
  mpath: z.string(),
  parent_category_id: z.string().nullable(),
}

export const ProductCategoryResource = resource(
  'ProductCategory',
  { ...publicColumns, is_active: z.boolean(), is_internal: z.boolean() },
  {
    get parent_category(): ToOne<ProductCategoryView> {
      return toOne(ProductCategoryResource)
    },
    get category_children(): ToMany<ProductCategoryView> {
      return toMany(ProductCategoryResource)
    },
    get products(): ToMany<ProductView> {
      return toMany(ProductResource)
    },
  },
)

/** A category as a storefront may see it: without its products, which are listed by `category_id`. */
export const StoreCategoryResource = resource('StoreProductCategory', publicColumns, {
  get parent_category(): ToOne<StoreCategoryView> {
    return toOne(StoreCategoryResource)
  },
  get category_children(): ToMany<StoreCategoryView> {
    return toMany(StoreCategoryResource)
  },
})
restrictRows(StoreCategoryResource, { is_active: ['true'], is_internal: ['false'] })

export interface ProductCategoryView extends z.output<typeof ProductCategoryResource> {}
export interface StoreCategoryView extends z.output<typeof StoreCategoryResource> {}
