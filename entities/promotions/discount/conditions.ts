export type Condition = {
  type: 'products' | 'product_types' | 'product_collections' | 'product_tags' | 'customer_groups'
  operator: 'in' | 'not_in'
  resource_ids: readonly string[]
}

export type ClassifiedProduct = {
  id: string
  type_id: string | null
  collection_id: string | null
  tag_ids: readonly string[]
}

/** A product must meet every condition on products. Returns false for a custom line, which has no product. */
export function meetsConditions(product: ClassifiedProduct | null, conditions: readonly Condition[]): boolean {
  if (product == null) return false
  return conditions.every((condition) => {
    const ids = findIdsOfType(product, condition.type)
    return ids == null || meetsCondition(ids, condition)
  })
}

export const hasProductConditions = (conditions: readonly Condition[]): boolean =>
  conditions.some(({ type }) => type !== 'customer_groups')

/** Without a customer (`groupIds` is null), every condition on groups fails, including `not_in`. */
export function admitsCustomer(groupIds: readonly string[] | null, conditions: readonly Condition[]): boolean {
  return conditions.every(
    (condition) => condition.type !== 'customer_groups' || (groupIds != null && meetsCondition(groupIds, condition)),
  )
}

function meetsCondition(ids: readonly string[], { operator, resource_ids }: Condition): boolean {
  const isListed = ids.some((id) => resource_ids.includes(id))
  return operator === 'in' ? isListed : !isListed
}

function findIdsOfType(product: ClassifiedProduct, type: Condition['type']): readonly string[] | null {
  switch (type) {
    case 'products':
      return [product.id]
    case 'product_types':
      return product.type_id == null ? [] : [product.type_id]
    case 'product_collections':
      return product.collection_id == null ? [] : [product.collection_id]
    case 'product_tags':
      return product.tag_ids
    case 'customer_groups':
      return null
    default:
      return type satisfies never
  }
}
