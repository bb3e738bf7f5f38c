import { usesOfCustomerSql } from './uses-of-customer.ts'

/* In these SQL fragments, `c` is the alias of a cart, or of a row with its region, type, customer and time of completion. */

const IS_FOR_OTHER_GROUPS_SQL = `exists (
  select from discount_condition dc
  where dc.discount_rule_id = r.id and dc.type = 'customer_groups' and dc.deleted_at is null and (
    c.customer_id is null or (dc.operator = 'in') <> exists (
      select from discount_condition_customer_group l
        join customer_group_customers m on m.customer_group_id = l.customer_group_id
      where l.condition_id = dc.id and m.customer_id = c.customer_id)))`

const IS_BUDGET_SPENT_SQL = `(r.budgets is not null and jsonb_path_exists(r.budgets,
  '$[*] ? (@.currency_code == $currency && @.spent >= @.amount)',
  jsonb_build_object('currency', (select currency_code from region where id = c.region_id))))`

/**
 * The ids of the automatic discounts of an open cart of a customer: a discount that is used up or of other customers does not
 * apply. The administrator of a draft order and the terms of a swap choose their discounts.
 */
export const AUTOMATIC_IDS_SQL = `
  select a.id from discount a join discount_rule r on r.id = a.rule_id
  where a.is_automatic and a.deleted_at is null and not a.is_disabled
    and c.completed_at is null and c.type = 'default'
    and a.starts_at <= now() and (a.ends_at is null or a.ends_at >= now())
    and (a.usage_limit is null or a.usage_count < a.usage_limit)
    and not ${IS_BUDGET_SPENT_SQL}
    and exists (select from discount_regions where discount_id = a.id and region_id = c.region_id)
    and not ${IS_FOR_OTHER_GROUPS_SQL}
    and (r.limit_per_customer is null or ${usesOfCustomerSql('c.customer_id')} < r.limit_per_customer)`

/** Whether the shop has automatic discounts for open carts of customers, also of other regions, times or customers. */
export const TAKES_AUTOMATIC_SQL = `(c.completed_at is null and c.type = 'default'
  and exists (select from discount where is_automatic and deleted_at is null))`
