import { z } from 'zod'
import { PRODUCT_STATUSES } from '#entities/catalogue/product/product.ts'
import { inCategories, inDiscountCondition, searchProducts } from '../../filters/product-conditions.ts'
import {
  booleanFilter,
  dateFilter,
  queryBoolean,
  queryList,
  queryOneOrList,
  queryOneOrMany,
} from '../../inputs/query.ts'
import { type Condition, equalTo, inRange, relatedTo } from '../../reading/conditions.ts'

const ids = queryList(z.string()).optional()

export const listFilters = {
  q: z.string().optional(),
  id: queryOneOrList.optional(),
  status: queryOneOrMany(z.enum(PRODUCT_STATUSES)).optional(),
  collection_id: ids,
  tags: ids,
  title: z.string().optional(),
  description: z.string().optional(),
  handle: z.string().optional(),
  is_giftcard: booleanFilter.optional(),
  created_at: dateFilter.optional(),
  updated_at: dateFilter.optional(),
  deleted_at: dateFilter.optional(),
}

export function listConditions(filters: z.output<z.ZodObject<typeof listFilters>>): (Condition | undefined)[] {
  const { id, status, collection_id, title, description, handle, is_giftcard } = filters
  const { created_at, updated_at, deleted_at } = filters
  return [
    searchProducts(filters.q),
    equalTo({ id, status, collection_id, title, description, handle, is_giftcard }),
    relatedTo('tags', filters.tags),
    inRange({ created_at, updated_at, deleted_at }),
  ]
}

export const productFilters = {
  ...listFilters,
  price_list_id: ids,
  type_id: ids,
  sales_channel_id: ids,
  category_id: ids,
  include_category_children: queryBoolean.optional(),
  discount_condition_id: z.string().optional(),
  is_archived: queryBoolean.optional(),
}

export function productConditions(filters: z.output<z.ZodObject<typeof productFilters>>): (Condition | undefined)[] {
  return [
    ...listConditions(filters),
    equalTo({ type_id: filters.type_id }),
    relatedTo('sales_channels', filters.sales_channel_id),
    inCategories(filters),
    relatedTo('variants.prices', filters.price_list_id, 'price_list_id'),
    ...archivedOnly(filters.is_archived),
    inDiscountCondition('discount_condition_product', 'product_id', filters.discount_condition_id),
  ]
}

const archivedOnly = (is_archived: boolean | undefined): Condition[] =>
  is_archived === undefined ? [] : [{ archived_at: is_archived ? { $ne: null } : null }]
