import { jsonListSql } from '#database/json-sql.ts'

/* In these SQL fragments, `d` is the alias of the table `discount`. */

const ofRule = (resource_ids: string, which = '') =>
  jsonListSql(`
    select dc.type, dc.operator, array(${resource_ids}) as resource_ids
    from discount_condition dc where dc.discount_rule_id = d.rule_id and dc.deleted_at is null ${which}
    order by dc.created_at, dc.id`)

const ofGroups = 'select customer_group_id from discount_condition_customer_group where condition_id = dc.id'

export const CONDITIONS_SQL = ofRule(`
  select product_id from discount_condition_product where condition_id = dc.id union all
  select product_type_id from discount_condition_product_type where condition_id = dc.id union all
  select product_collection_id from discount_condition_product_collection where condition_id = dc.id union all
  select product_tag_id from discount_condition_product_tag where condition_id = dc.id union all
  ${ofGroups}`)

export const CUSTOMER_CONDITIONS_SQL = ofRule(ofGroups, "and dc.type = 'customer_groups'")
