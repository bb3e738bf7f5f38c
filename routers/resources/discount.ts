import { z } from 'zod'
import { Discount } from '#entities/promotions/discount/discount.ts'
import { DiscountCondition } from '#entities/promotions/discount/discount-condition.ts'
import { DiscountRule } from '#entities/promotions/discount/discount-rule.ts'
import { columnsOf, sparseColumns } from '../inputs/columns.ts'
import { defineResource, type Resource, type RowOf, toMany, toOne } from '../reading/define-resource.ts'
import { CustomerGroupResource } from './customer-group.ts'
import { ProductCollectionResource, ProductResource, ProductTagResource, ProductTypeResource } from './product.ts'
import { RegionResource } from './region.ts'

const condition = defineResource({
  name: 'DiscountCondition',
  entity: DiscountCondition,
  columns: columnsOf(DiscountCondition),
  relations: () => ({
    discount_rule: toOne(DiscountRuleResource),
    products: toMany(ProductResource),
    product_types: toMany(ProductTypeResource),
    product_collections: toMany(ProductCollectionResource),
    product_tags: toMany(ProductTagResource),
    customer_groups: toMany(CustomerGroupResource),
  }),
})
export interface DiscountConditionView extends RowOf<typeof condition> {}
export const DiscountConditionResource: Resource<DiscountConditionView> = condition

/* Medusa v1 has no such columns. */
const RULE_EXTRAS = ['limit_per_customer', 'minimum_amount', 'minimum_quantity', 'is_combinable', 'priority'] as const
const DISCOUNT_EXTRAS = ['is_automatic'] as const

const TierView = z.object({
  minimum_amount: z.int().nullish(),
  minimum_quantity: z.int().nullish(),
  value: z.number(),
})

const BudgetView = z.object({ currency_code: z.string(), amount: z.int(), spent: z.int() })

const ids = z.array(z.string()).nullish()

const BuyGetView = z.object({
  buy_quantity: z.int().nullish(),
  buy_amount: z.int().nullish(),
  products: ids,
  product_types: ids,
  product_collections: ids,
  product_tags: ids,
  get_quantity: z.int(),
  max_uses: z.int().nullish(),
  variants: ids,
})

const rule = defineResource({
  name: 'DiscountRule',
  entity: DiscountRule,
  columns: columnsOf(DiscountRule, { omit: [...RULE_EXTRAS, 'tiers', 'buy_get', 'budgets'] }),
  sparse: {
    ...sparseColumns(DiscountRule, RULE_EXTRAS),
    tiers: z.array(TierView).optional(),
    buy_get: BuyGetView.optional(),
    budgets: z.array(BudgetView).optional(),
  },
  relations: () => ({ conditions: toMany(DiscountConditionResource) }),
})
interface DiscountRuleView extends RowOf<typeof rule> {}
const DiscountRuleResource: Resource<DiscountRuleView> = rule

const discount = defineResource({
  name: 'Discount',
  entity: Discount,
  fields: 'discount',
  columns: columnsOf(Discount, { omit: DISCOUNT_EXTRAS }),
  sparse: sparseColumns(Discount, DISCOUNT_EXTRAS),
  relations: () => ({
    rule: toOne(DiscountRuleResource),
    parent_discount: toOne(DiscountResource),
    regions: toMany(RegionResource),
  }),
})
export interface DiscountView extends RowOf<typeof discount> {}
export const DiscountResource: Resource<DiscountView> = discount
