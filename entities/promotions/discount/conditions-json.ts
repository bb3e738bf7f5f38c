import { jsonListSql } from '#database/json-rows.ts'

/* In these SQL fragments, `d` is the alias of the table `discount`. */

const selectConditionsSql = (resource_ids: string, filter = '') =>
  jsonListSql(`
    select dc.type, dc.operator, array(${resource_ids}) as resource_ids
    from discount_condition dc where dc.discount_rule_id = d.rule_id and dc.deleted_at is null ${filter}
    order by dc.created_at, dc.id`)

const SELECT_GROUP_IDS_SQL =
  'select customer_group_id from discount_condition_customer_group where condition_id = dc.id'

export const CONDITIONS_SQL = selectConditionsSql(`
  select product_id from discount_condition_product where condition_id = dc.id union all
  select product_type_id from discount_condition_product_type where condition_id = dc.id union all
  select product_collection_id from discount_condition_product_collection where condition_id = dc.id union all
  select product_tag_id from discount_condition_product_tag where condition_id = dc.id union all
  ${SELECT_GROUP_IDS_SQL}`)

export const CUSTOMER_CONDITIONS_SQL = selectConditionsSql(SELECT_GROUP_IDS_SQL, "and dc.type = 'customer_groups'")
