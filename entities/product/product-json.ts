import { row } from '../json-sql.ts'

/* Fragments of statements in which a variant and its product are in scope as `v` and `p`. */

/** The product with its shipping profile. */
export const PRODUCT = row(`
  select p.*, ${row('select * from shipping_profile where id = p.profile_id')} as profile`)

/** The ids of the tags of the product. */
export const TAGS = `coalesce((select json_agg(product_tag_id) from product_tags where product_id = v.product_id), '[]')`
