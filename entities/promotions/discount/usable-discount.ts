import { InvalidData, NotAllowed } from '#entities/errors.ts'
import { admitsCustomer, type Condition } from './conditions.ts'

export interface DiscountAvailability {
  is_disabled: boolean
  starts_at: Date
  ends_at: Date | null
  usage_limit: number | null
  usage_count: number
}

interface UsableDiscount extends DiscountAvailability {
  code: string
  campaign: DiscountAvailability
  region_ids: readonly string[]
  conditions: readonly Condition[]
  rule: { limit_per_customer: number | null }
  uses_of_customer: number
}

interface Redeemer {
  region_id: string
  customer_group_ids: readonly string[] | null
  now: Date
}

/**
 * A dynamic code can be used only while its parent can.
 * @throws InvalidData for another region. NotAllowed in all other cases.
 */
export function assertDiscountUsable(discount: UsableDiscount, { region_id, customer_group_ids, now }: Redeemer): void {
  const { code, campaign, region_ids, conditions, rule, uses_of_customer } = discount
  assertAvailable(code, discount, now)
  assertAvailable(code, campaign, now)
  const isForGroups = conditions.some((condition) => condition.type === 'customer_groups')
  if (isForGroups && customer_group_ids === null)
    throw new NotAllowed(`Discount ${code} is only valid for specific customer`).because({
      name: 'discount_for_customers',
      code,
    })
  if (!region_ids.includes(region_id))
    throw new InvalidData('The discount is not available in current region').because({
      name: 'discount_outside_region',
      code,
    })
  if (!admitsCustomer(customer_group_ids, conditions))
    throw new NotAllowed(`Discount ${code} is not valid for customer`).because({ name: 'discount_for_customers', code })
  const { limit_per_customer } = rule
  if (limit_per_customer !== null && uses_of_customer >= limit_per_customer)
    throw new NotAllowed(
      `The customer has used the discount ${code} as often as it allows. Remove the discount.`,
    ).because({ name: 'discount_used_by_customer', code })
}

function assertAvailable(
  code: string,
  { usage_limit, usage_count, starts_at, ends_at, is_disabled }: DiscountAvailability,
  now: Date,
): void {
  if (usage_limit !== null && usage_count >= usage_limit)
    throw new NotAllowed(`Discount ${code} has been used maximum allowed times`).because({
      name: 'discount_used_up',
      code,
    })
  if (starts_at > now)
    throw new NotAllowed(`Discount ${code} is not valid yet`).because({ name: 'discount_not_started', code })
  if (ends_at !== null && ends_at < now)
    throw new NotAllowed(`Discount ${code} is expired`).because({ name: 'discount_expired', code })
  if (is_disabled)
    throw new NotAllowed(`The discount code ${code} is disabled`).because({ name: 'discount_disabled', code })
}
