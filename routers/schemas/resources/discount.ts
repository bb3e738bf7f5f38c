import { z } from 'zod'
import { CONDITION_OPERATORS, CONDITION_TYPES } from '#entities/discount/discount-condition.ts'
import { ALLOCATIONS, DISCOUNT_TYPES } from '#entities/discount/discount-rule.ts'
import { metadata, softDelete, timestamps } from '../common.ts'
import { type Many, many, type One, one, resource } from '../resource.ts'
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
    get discount_rule(): One<DiscountRuleView> {
      return one(DiscountRuleResource)
    },
    get products(): Many<ProductView> {
      return many(ProductResource)
    },
    get product_types(): Many<ProductTypeView> {
      return many(ProductTypeResource)
    },
    get product_collections(): Many<ProductCollectionView> {
      return many(ProductCollectionResource)
    },
    get product_tags(): Many<ProductTagView> {
      return many(ProductTagResource)
    },
    get customer_groups(): Many<CustomerGroupView> {
      return many(CustomerGroupResource)
    },
  },
)

export const DiscountRuleResource = resource(
  'DiscountRule',
  {
    ...row,
    description: z.string().nullable(),
    type: z.enum(DISCOUNT_TYPES),
    value: z.int(),
    allocation: z.enum(ALLOCATIONS).nullable(),
  },
  {
    get conditions(): Many<DiscountConditionView> {
      return many(DiscountConditionResource)
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
    get rule(): One<DiscountRuleView> {
      return one(DiscountRuleResource)
    },
    get parent_discount(): One<DiscountView> {
      return one(DiscountResource)
    },
    get regions(): Many<RegionView> {
      return many(RegionResource)
    },
  },
)
export interface DiscountConditionView extends z.output<typeof DiscountConditionResource> {}
export interface DiscountRuleView extends z.output<typeof DiscountRuleResource> {}
export interface DiscountView extends z.output<typeof DiscountResource> {}
