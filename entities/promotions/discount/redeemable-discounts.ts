import { fromJson } from '#database/json-rows.ts'
import { statement } from '#database/statement.ts'
import type { DiscountSnapshot } from './discount-snapshot.ts'

interface RedeemableDiscount extends DiscountSnapshot {
  region_ids: string[]
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
  return { discounts: fromJson(discounts), customer_group_ids: customer_id === null ? null : customer_group_ids }
}

export const redeemableDiscountsStatement = ({
  discountFilter,
  conditionsSql,
  customerIdSql,
}: Record<'discountFilter' | 'conditionsSql' | 'customerIdSql', string>) =>
  statement<RedeemableRow>(`
    select
      coalesce((select json_agg(x) from (
        select d.*, r as rule, ${conditionsSql} as conditions,
          array(select region_id from discount_regions where discount_id = coalesce(d.parent_discount_id, d.id)) as region_ids
        from discount d join discount_rule r on r.id = d.rule_id
        where d.deleted_at is null and ${discountFilter}) x), '[]') as discounts,
      array(select customer_group_id from customer_group_customers where customer_id = ${customerIdSql}) as customer_group_ids`)
