import { ProductCategory } from '#entities/catalogue/category/product-category.ts'
import { columnsOf } from '../inputs/columns.ts'
import { shownTranslations } from '../inputs/translations.ts'
import { defineResource, type Resource, type RowOf, toMany, toOne } from '../reading/define-resource.ts'
import { ProductResource } from './product.ts'

const category = defineResource({
  name: 'ProductCategory',
  entity: ProductCategory,
  fields: 'product_category',
  columns: columnsOf(ProductCategory),
  occasional: shownTranslations,
  relations: () => ({
    parent_category: toOne(ProductCategoryResource),
    category_children: toMany(ProductCategoryResource),
    products: toMany(ProductResource),
  }),
})
export interface ProductCategoryView extends RowOf<typeof category> {}
export const ProductCategoryResource: Resource<ProductCategoryView> = category

const storeCategory = defineResource({
  name: 'StoreProductCategory',
  entity: ProductCategory,
  fields: 'product_category',
  columns: columnsOf(ProductCategory, { omit: ['is_active', 'is_internal'] }),
  relations: () => ({
    parent_category: toOne(StoreCategoryResource),
    category_children: toMany(StoreCategoryResource),
  }),
  scope: { is_active: ['true'], is_internal: ['false'] },
})
export interface StoreCategoryView extends RowOf<typeof storeCategory> {}

export const StoreCategoryResource: Resource<StoreCategoryView> = storeCategory
