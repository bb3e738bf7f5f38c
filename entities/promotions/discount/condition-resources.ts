import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { InvalidData } from '#entities/errors.ts'
import { type Link, linkRows, replaceLinks, unlinkRows } from '#entities/platform/links/links.ts'
import { CONDITION_TYPES, type ConditionType, type DiscountCondition } from './discount-condition.ts'

export type ConditionResources = { [Type in ConditionType]?: readonly string[] | null | undefined }

type StoredCondition = Pick<DiscountCondition, 'id' | 'type'>

/** @throws InvalidData unless the input has resources of exactly one type. */
export function parseConditionResources(resources: ConditionResources): { type: ConditionType; ids: string[] } {
  const types = CONDITION_TYPES.filter((type) => resources[type])
  if (types.length > 1)
    throw new InvalidData(types.map((type) => onlyOneMessage(type, types)).join(', ')).because({
      name: 'condition_types_mixed',
    })
  const [type] = types
  const ids = [...new Set(type && resources[type])]
  if (!type || ids.length === 0) throw noResourcesError()
  return { type, ids }
}

export async function addConditionResources(
  em: EntityManager,
  { id, type }: StoredCondition,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) throw noResourcesError()
  await linkRows(em, LINK_TABLES[type], id, ids)
}

export async function removeConditionResources(
  em: EntityManager,
  { id, type }: StoredCondition,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) throw noResourcesError()
  await unlinkRows(em, LINK_TABLES[type], id, ids)
}

/** @throws InvalidData if the resources have another type than the condition. */
export async function replaceConditionResources(
  em: EntityManager,
  condition: Row<DiscountCondition>,
  resources: ConditionResources,
): Promise<void> {
  const { type, ids } = parseConditionResources(resources)
  condition.assertType(type)
  await replaceLinks(em, LINK_TABLES[type], condition.id, ids)
}

export const LINK_TABLES = {
  products: 'discount_condition_product',
  product_types: 'discount_condition_product_type',
  product_collections: 'discount_condition_product_collection',
  product_tags: 'discount_condition_product_tag',
  customer_groups: 'discount_condition_customer_group',
} as const satisfies Record<ConditionType, Link>

const noResourcesError = () =>
  new InvalidData('Missing one of products, collections, tags, types or customer groups in data').because({
    name: 'condition_empty',
  })

const onlyOneMessage = (type: ConditionType, types: readonly ConditionType[]): string =>
  `Only one of ${[type, ...types.filter((other) => other !== type)].join(', ')} is allowed`
