import { z } from 'zod'
import { metadata, timestamps } from '../common.ts'
import { type Many, many, type One, one, resource, restrict } from '../resource.ts'
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
    get parent_category(): One<ProductCategoryView> {
      return one(ProductCategoryResource)
    },
    get category_children(): Many<ProductCategoryView> {
      return many(ProductCategoryResource)
    },
    get products(): Many<ProductView> {
      return many(ProductResource)
    },
  },
)

/** A category as a storefront may see it: without its products, which are listed by `category_id`. */
export const StoreCategoryResource = resource('StoreProductCategory', publicColumns, {
  get parent_category(): One<StoreCategoryView> {
    return one(StoreCategoryResource)
  },
  get category_children(): Many<StoreCategoryView> {
    return many(StoreCategoryResource)
  },
})
restrict(StoreCategoryResource, { is_active: ['true'], is_internal: ['false'] })

export interface ProductCategoryView extends z.output<typeof ProductCategoryResource> {}
export interface StoreCategoryView extends z.output<typeof StoreCategoryResource> {}
