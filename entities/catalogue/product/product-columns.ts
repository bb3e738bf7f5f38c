/* Columns of statements in which a variant and its product are in scope as `v` and `p`. */

/** The ids of the tags of the product. */
export const TAG_IDS = 'array(select product_tag_id from product_tags where product_id = v.product_id)'

/** The ids of the tax rates that are linked to the product itself; see `ratesOfProduct`. */
export const RATE_IDS = 'array(select rate_id from product_tax_rate where product_id = v.product_id)'
