import { z } from 'zod'
import { CONDITION_OPERATORS, CONDITION_TYPES } from '#entities/promotions/discount/discount-condition.ts'
import { ALLOCATIONS, DISCOUNT_TYPES } from '#entities/promotions/discount/discount-rule.ts'
import { metadata, softDelete, timestamps } from '../inputs/common.ts'
import { resource, type ToMany, type ToOne, toMany, toOne } from '../reading/resource.ts'
import { CustomerGroupResource, type CustomerGroupView } from './customer-group.ts'
import {
  ProductCollectionResource,
  type ProductCollectionView,
  ProductResource,
  ProductTagResource,
  type ProductTagView,
  ProductTypeResource,
  type ProductTypeView,
  type ProductView,
} from './product.ts'
import { RegionResource, type RegionView } from './region.ts'

const row = { id: z.string(), ...timestamps, ...softDelete, ...metadata }

export const DiscountConditionResource = resource(
  'DiscountCondition',
  {
    ...row,
    type: z.enum(CONDITION_TYPES),
    operator: z.enum(CONDITION_OPERATORS),
    discount_rule_id: z.string(),
  },
  {
    get discount_rule(): ToOne<DiscountRuleView> {
      return toOne(DiscountRuleResource)
    },
    get products(): ToMany<ProductView> {
      return toMany(ProductResource)
    },
    get product_types(): ToMany<ProductTypeView> {
      return toMany(ProductTypeResource)
    },
    get product_collections(): ToMany<ProductCollectionView> {
      return toMany(ProductCollectionResource)
    },
    get product_tags(): ToMany<ProductTagView> {
      return toMany(ProductTagResource)
    },
    get customer_groups(): ToMany<CustomerGroupView> {
      return toMany(CustomerGroupResource)
    },
  },
)

export const DiscountRuleResource = resource(
  'DiscountRule',
  {
    ...row,
    description: z.string().nullable(),
    type: z.enum(DISCOUNT_TYPES),
    value: z.number(),
    allocation: z.enum(ALLOCATIONS).nullable(),
  },
  {
    get conditions(): ToMany<DiscountConditionView> {
      return toMany(DiscountConditionResource)
    },
  },
)

export const DiscountResource = resource(
  'Discount',
  {
    ...row,
    code: z.string(),
    is_dynamic: z.boolean(),
    is_disabled: z.boolean(),
    rule_id: z.string(),
    parent_discount_id: z.string().nullable(),
    starts_at: z.date(),
    ends_at: z.date().nullable(),
    valid_duration: z.string().nullable(),
    usage_limit: z.int().nullable(),
    usage_count: z.int(),
  },
  {
    get rule(): ToOne<DiscountRuleView> {
      return toOne(DiscountRuleResource)
    },
    get parent_discount(): ToOne<DiscountView> {
      return toOne(DiscountResource)
    },
    get regions(): ToMany<RegionView> {
      return toMany(RegionResource)
    },
  },
)
export interface DiscountConditionView extends z.output<typeof DiscountConditionResource> {}
export interface DiscountRuleView extends z.output<typeof DiscountRuleResource> {}
export interface DiscountView extends z.output<typeof DiscountResource> {}
