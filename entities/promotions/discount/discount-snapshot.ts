import type { Columns } from '#database/rows.ts'
import type { EntityColumn } from '#entities/base.ts'
import type { Discount } from './discount.ts'
import type { DiscountCondition } from './discount-condition.ts'
import type { Allocation, DiscountRule } from './discount-rule.ts'

export interface DiscountSnapshot
  extends Pick<
    Columns<Discount>,
    | EntityColumn
    | 'code'
    | 'is_disabled'
    | 'is_automatic'
    | 'parent_discount_id'
    | 'starts_at'
    | 'ends_at'
    | 'usage_limit'
    | 'usage_count'
  > {
  rule: Pick<
    Columns<DiscountRule>,
    | EntityColumn
    | 'type'
    | 'value'
    | 'allocation'
    | 'limit_per_customer'
    | 'minimum_amount'
    | 'minimum_quantity'
    | 'is_combinable'
    | 'priority'
    | 'tiers'
    | 'buy_get'
    | 'budgets'
  >
  /** The terms of the sale, in an edit or a swap. Null for an order that did not store them, undefined in other carts. */
  agreed_value?: number | null
  agreed_allocation?: Allocation | null
  conditions: (Pick<Columns<DiscountCondition>, 'type' | 'operator'> & { resource_ids: string[] })[]
}
