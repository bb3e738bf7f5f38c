export const TAG_IDS = 'array(select product_tag_id from product_tags where product_id = v.product_id)'

export const RATE_IDS = 'array(select rate_id from product_tax_rate where product_id = v.product_id)'
