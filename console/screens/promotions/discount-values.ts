import type { Entered } from '#console/components/form/entered.ts'
import type { BudgetValues } from './budget-fields.tsx'
import type { BuyGetValues } from './buy-get-values.ts'
import type { ConditionValues } from './condition-fields.tsx'
import type { TierValues } from './tier-fields.tsx'

export interface DiscountValues {
  code: string
  rule: {
    type: 'fixed' | 'percentage' | 'free_shipping'
    value: Entered<number>
    allocation: 'total' | 'item'
    description: string
    limit_per_customer: Entered<number>
    minimum_amount: Entered<number>
    minimum_quantity: Entered<number>
    tiers: TierValues[]
    /** Null unless the discount is buy X, get Y. */
    buy_get: BuyGetValues | null
    budgets: BudgetValues[]
    is_combinable: boolean
    priority: Entered<number>
  }
  /** The conditions of a new discount. Those of a stored discount are saved at once. */
  conditions: ConditionValues[]
  regions: string[]
  is_disabled: boolean
  is_automatic: boolean
  is_dynamic: boolean
  /** Days, for dynamic codes. */
  valid_duration: Entered<number>
  usage_limit: Entered<number>
  starts_at: Entered<Date>
  ends_at: Entered<Date>
}

export const newDiscountValues: DiscountValues = {
  code: '',
  rule: {
    type: 'percentage',
    value: 10,
    allocation: 'total',
    description: '',
    limit_per_customer: null,
    minimum_amount: null,
    minimum_quantity: null,
    tiers: [],
    buy_get: null,
    budgets: [],
    is_combinable: false,
    priority: 0,
  },
  conditions: [],
  regions: [],
  is_disabled: false,
  is_automatic: false,
  is_dynamic: false,
  valid_duration: null,
  usage_limit: null,
  starts_at: null,
  ends_at: null,
}
