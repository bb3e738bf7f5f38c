import { z } from 'zod'
import { PRODUCT_STATUSES } from '#entities/product/product.ts'
import { type Condition, equal, within } from '../../schemas/conditions.ts'
import { inCategories, inDiscountCondition, related, searchProducts } from '../../schemas/product-conditions.ts'
import {
  booleanFilter,
  dateFilter,
  queryBoolean,
  queryList,
  queryOneOrList,
  queryOneOrMany,
} from '../../schemas/query.ts'

export const ids = queryList(z.string()).optional()

/** What every list of products may be filtered by. */
export const filters = {
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

export function meeting(asked: z.output<z.ZodObject<typeof filters>>): (Condition | undefined)[] {
  const { id, status, collection_id, title, description, handle, is_giftcard } = asked
  const { created_at, updated_at, deleted_at } = asked
  return [
    searchProducts(asked.q),
    equal({ id, status, collection_id, title, description, handle, is_giftcard }),
    related('tags', asked.tags),
    within({ created_at, updated_at, deleted_at }),
  ]
}

/** By what all products may be asked for, in their list and in exports. */
export const productFilters = {
  ...filters,
  price_list_id: ids,
  type_id: ids,
  sales_channel_id: ids,
  category_id: ids,
  include_category_children: queryBoolean.optional(),
  discount_condition_id: z.string().optional(),
}

export function productConditions(asked: z.output<z.ZodObject<typeof productFilters>>): (Condition | undefined)[] {
  return [
    ...meeting(asked),
    equal({ type_id: asked.type_id }),
    related('sales_channels', asked.sales_channel_id),
    inCategories(asked),
    related('variants.prices', asked.price_list_id, 'price_list_id'),
    inDiscountCondition('discount_condition_product', 'product_id', asked.discount_condition_id),
  ]
}
