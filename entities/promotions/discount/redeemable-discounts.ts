import { fromJson } from '#database/json-rows.ts'
import { statement } from '#database/statement.ts'
import { USES_WITH_CODES_SQL } from './count-uses.ts'
import { Discount } from './discount.ts'
import type { DiscountSnapshot } from './discount-snapshot.ts'
import type { DiscountAvailability } from './usable-discount.ts'
import { usesOfCustomerSql } from './uses-of-customer.ts'

interface RedeemableDiscount extends DiscountSnapshot {
  region_ids: string[]
  /** The parent of a dynamic code, or else the discount itself. `usage_count` includes the uses of all dynamic codes. */
  campaign: DiscountAvailability
  /** 0 without a limit for each customer. */
  uses_of_customer: number
}

export interface RedeemableRow {
  discounts: unknown
  customer_group_ids: string[]
}

interface Redeemable {
  discounts: RedeemableDiscount[]
  customer_group_ids: string[] | null
}

export function parseRedeemableDiscounts([row]: readonly RedeemableRow[], customer_id: string | null): Redeemable {
  const { discounts = [], customer_group_ids = [] } = row ?? {}
  return {
    discounts: fromJson(discounts, { entity: Discount }),
    customer_group_ids: customer_id === null ? null : customer_group_ids,
  }
}

/** `d` is the alias of the discount. A dynamic code ends with its parent. */
export const IS_ALIVE_SQL = `(d.deleted_at is null
  and not exists (select from discount p where p.id = d.parent_discount_id and p.deleted_at is not null))`

export const redeemableDiscountsStatement = ({
  discountFilter,
  conditionsSql,
  customerIdSql,
}: Record<'discountFilter' | 'conditionsSql' | 'customerIdSql', string>) =>
  statement<RedeemableRow>(`
    select
      coalesce((select json_agg(x) from (
        select d.*, r as rule, ${conditionsSql} as conditions,
          array(select region_id from discount_regions where discount_id = p.id) as region_ids,
          json_build_object('is_disabled', p.is_disabled, 'starts_at', p.starts_at, 'ends_at', p.ends_at,
            'usage_limit', p.usage_limit, 'usage_count', ${USES_WITH_CODES_SQL}) as campaign,
          ${usesOfCustomerSql(customerIdSql)} as uses_of_customer
        from discount d
          join discount_rule r on r.id = d.rule_id
          join discount p on p.id = coalesce(d.parent_discount_id, d.id)
        where d.deleted_at is null and p.deleted_at is null and ${discountFilter}) x), '[]') as discounts,
      array(select customer_group_id from customer_group_customers where customer_id = ${customerIdSql}) as customer_group_ids`)
