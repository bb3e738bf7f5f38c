import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, id, metadata, oneOf, softDelete, timestamps } from '#entities/base.ts'
import { ProductCollection } from '#entities/catalogue/collection/product-collection.ts'
import { Product } from '#entities/catalogue/product/product.ts'
import { ProductTag } from '#entities/catalogue/product/product-tag.ts'
import { ProductType } from '#entities/catalogue/product/product-type.ts'
import { Duplicate, InvalidData } from '#entities/errors.ts'
import { CustomerGroup } from '#entities/people/customer/customer-group.ts'
import { DiscountRule } from './discount-rule.ts'

export const CONDITION_TYPES = [
  'products',
  'product_types',
  'product_collections',
  'product_tags',
  'customer_groups',
] as const
export type ConditionType = (typeof CONDITION_TYPES)[number]

export const CONDITION_OPERATORS = ['in', 'not_in'] as const
export type ConditionOperator = (typeof CONDITION_OPERATORS)[number]

const DiscountConditionSchema = defineEntity({
  name: 'DiscountCondition',
  tableName: 'discount_condition',
  properties: {
    id: id('discon'),
    ...timestamps(),
    ...softDelete(),
    ...metadata(),
    type: oneOf(CONDITION_TYPES),
    operator: oneOf(CONDITION_OPERATORS),
    discount_rule_id: p.text().index(),
    discount_rule: () => p.manyToOne(DiscountRule).joinColumn('discount_rule_id').persist(false).nullable(),
    products: () =>
      p
        .manyToMany(Product)
        .pivotTable('discount_condition_product')
        .joinColumn('condition_id')
        .inverseJoinColumn('product_id')
        .orderBy({ created_at: 'asc', id: 'asc' }),
    product_types: () =>
      p
        .manyToMany(ProductType)
        .pivotTable('discount_condition_product_type')
        .joinColumn('condition_id')
        .inverseJoinColumn('product_type_id')
        .orderBy({ created_at: 'asc', id: 'asc' }),
    product_collections: () =>
      p
        .manyToMany(ProductCollection)
        .pivotTable('discount_condition_product_collection')
        .joinColumn('condition_id')
        .inverseJoinColumn('product_collection_id')
        .orderBy({ created_at: 'asc', id: 'asc' }),
    product_tags: () =>
      p
        .manyToMany(ProductTag)
        .pivotTable('discount_condition_product_tag')
        .joinColumn('condition_id')
        .inverseJoinColumn('product_tag_id')
        .orderBy({ created_at: 'asc', id: 'asc' }),
    customer_groups: () =>
      p
        .manyToMany(CustomerGroup)
        .pivotTable('discount_condition_customer_group')
        .joinColumn('condition_id')
        .inverseJoinColumn('customer_group_id')
        .orderBy({ created_at: 'asc', id: 'asc' }),
  },
  filters: alive,
})

export class DiscountCondition extends DiscountConditionSchema.class {
  assertType(type: ConditionType): void {
    if (type !== this.type)
      throw new InvalidData(
        `Condition with id ${this.id} has the type ${this.type} and cannot contain ${type}`,
      ).because({
        name: 'condition_types_mixed',
      })
  }
}
DiscountConditionSchema.setClass(DiscountCondition)

/** `conditions` are the other conditions of the rule. @throws Duplicate */
export function assertNoSuchCondition(
  conditions: readonly Pick<DiscountCondition, 'type' | 'operator'>[],
  { type, operator }: Pick<DiscountCondition, 'type' | 'operator'>,
): void {
  if (conditions.some((other) => other.type === type && other.operator === operator))
    throw new Duplicate(
      `Discount Condition with operator '${operator}' and type '${type}' already exist on a Discount Rule`,
    ).because({ name: 'condition_exists' })
}
