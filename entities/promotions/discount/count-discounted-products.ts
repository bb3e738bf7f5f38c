import { statement } from '#database/statement.ts'

/** A discount that is not a dynamic code. */
export interface DiscountedProducts {
  discount_id: string
  code: string
  /** Number of published products that meet the conditions, or null for free shipping. */
  products: number | null
}

const isLinked = (type: string, condition: string) =>
  `when '${type}' then exists (select from discount_condition_${condition})`

const IS_LISTED = `case dc.type
  ${isLinked('products', 'product where condition_id = dc.id and product_id = p.id')}
  ${isLinked('product_types', 'product_type where condition_id = dc.id and product_type_id = p.type_id')}
  ${isLinked('product_collections', 'product_collection where condition_id = dc.id and product_collection_id = p.collection_id')}
  ${isLinked(
    'product_tags',
    'product_tag l join product_tags t on t.product_tag_id = l.product_tag_id where l.condition_id = dc.id and t.product_id = p.id',
  )} end`

/** Applies the rules of `meetsConditions` in PostgreSQL, without a read of every product. */
export const countDiscountedProducts = statement<DiscountedProducts, [discountIds: readonly string[]]>(`
  select d.id as discount_id, d.code, case when r.type <> 'free_shipping' then (
    select count(*)::int from product p where p.deleted_at is null and p.status = 'published' and not exists (
      select from discount_condition dc
      where dc.discount_rule_id = d.rule_id and dc.deleted_at is null and dc.type <> 'customer_groups'
        and (dc.operator = 'in') <> ${IS_LISTED})) end as products
  from discount d join discount_rule r on r.id = d.rule_id
  where d.id = any($1::text[]) and d.deleted_at is null and d.parent_discount_id is null
  order by d.code`)
