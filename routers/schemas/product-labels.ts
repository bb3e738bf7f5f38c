import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { ProductTag } from '#entities/product/product-tag.ts'
import { ProductType } from '#entities/product/product-type.ts'
import { type Condition, equal, search, within } from './conditions.ts'
import { listRows } from './list.ts'
import { inDiscountCondition } from './product-conditions.ts'
import { dateFilter, ordering, paging, queryOneOrList, selecting } from './query.ts'
import { listAnswer } from './resource.ts'
import { ProductTagResource, ProductTypeResource } from './resources/product.ts'

/*
 * What products are labelled with: each is a value that any number of products share. Customers and those who run the shop
 * see the same.
 */

const filters = {
  id: queryOneOrList.optional(),
  q: z.string().optional(),
  value: queryOneOrList.optional(),
  created_at: dateFilter.optional(),
  updated_at: dateFilter.optional(),
  discount_condition_id: z.string().optional(),
}

/** What a list of labels can be asked for; so many are shown where nobody says how many. */
export const askingForLabels = (limit: number) =>
  z.strictObject({ ...paging(limit), ...ordering, ...selecting, ...filters }).prefault({})
type Asked = z.output<ReturnType<typeof askingForLabels>>

export const withProductTags = listAnswer('product_tags', ProductTagResource)
export const withProductTypes = listAnswer('product_types', ProductTypeResource)

/** @throws InvalidData for what tags do not have. */
export async function listProductTags(em: EntityManager, asked: Asked) {
  const tags = { entity: ProductTag, resource: ProductTagResource, where: meeting(asked, 'product_tag') }
  const { rows, ...page } = await listRows(em, asked, tags)
  return { product_tags: rows, ...page }
}

/** @throws InvalidData for what types do not have. */
export async function listProductTypes(em: EntityManager, asked: Asked) {
  const types = { entity: ProductType, resource: ProductTypeResource, where: meeting(asked, 'product_type') }
  const { rows, ...page } = await listRows(em, asked, types)
  return { product_types: rows, ...page }
}

const meeting = (asked: Asked, label: 'product_tag' | 'product_type'): (Condition | undefined)[] => {
  const { id, q, value, created_at, updated_at, discount_condition_id } = asked
  const named = inDiscountCondition(`discount_condition_${label}`, `${label}_id`, discount_condition_id)
  return [equal({ id, value }), search(q, ['value']), within({ created_at, updated_at }), named]
}
