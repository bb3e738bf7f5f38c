import type { Client } from 'pg'
import { FILL_PRODUCT_SEARCH } from '#entities/catalogue/search/search-products.ts'

const ID = `lpad(i::text, 26, '0')`
const MINUTES_AGO = 'lateral (select now() - make_interval(mins => i) as at) made'
const A_YEAR_AGO = `(select now() - interval '1 year' as at) made`
const COLORS = ['Black', 'Blue', 'Green', 'Red', 'White']
const SIZES = ['L', 'M', 'S', 'XL']

/**
 * Inserts published products, one minute apart, with two variants of the same age, a size, a color and a price each. 48 titles repeat,
 * with a number. Of the products, 1 in 20 has a type, 1 in 40 a collection and 2 in 60 a tag in common.
 */
export async function fill(db: Client, count: number): Promise<void> {
  await fillProducts(db, count)
  await db.query(`truncate product_search; ${FILL_PRODUCT_SEARCH}`)
  await db.query('vacuum analyze')
}

/** Fills neither the search index nor the counts of rows. */
export async function fillProducts(db: Client, count: number): Promise<void> {
  const insert = (text: string) => db.query(`insert into ${text}`, [count])
  // The rows are valid, so foreign keys and triggers are disabled.
  await db.query('set session_replication_role = replica')
  await db.query(`
    insert into product_collection (id, created_at, updated_at, title, handle)
    select 'pcol_' || i, at, at, 'Collection ' || i, 'collection-' || i from generate_series(1, 40) i, ${A_YEAR_AGO}`)
  await db.query(`
    insert into product_type (id, created_at, updated_at, value)
    select 'ptyp_' || i, at, at, 'Type ' || i from generate_series(1, 20) i, ${A_YEAR_AGO}`)
  await db.query(`
    insert into product_tag (id, created_at, updated_at, value)
    select 'ptag_' || i, at, at, 'Tag ' || i from generate_series(1, 60) i, ${A_YEAR_AGO}`)
  await insert(`product (id, created_at, updated_at, title, description, handle, status, is_giftcard, discountable,
      profile_id, collection_id, type_id)
    select 'prod_' || ${ID}, at, at,
      (array['Linen', 'Cotton', 'Wool', 'Silk', 'Denim', 'Canvas'])[1 + i % 6] || ' ' ||
      (array['shirt', 'jacket', 'trousers', 'coat', 'scarf', 'hat', 'bag', 'dress'])[1 + i % 8] || ' ' || i,
      'Made for ' || (array['summer', 'winter', 'work', 'travel'])[1 + i % 4], 'product-' || i, 'published', false, true,
      (select id from shipping_profile where type = 'default' limit 1), 'pcol_' || 1 + i % 40, 'ptyp_' || 1 + i % 20
    from generate_series(1, $1) i, ${MINUTES_AGO}`)
  await insert(`product_sales_channel (product_id, sales_channel_id)
    select 'prod_' || ${ID}, (select default_sales_channel_id from store) from generate_series(1, $1) i`)
  await insert(`product_tags (product_id, product_tag_id)
    select 'prod_' || ${ID}, 'ptag_' || 1 + (i + n * 7) % 60 from generate_series(1, $1) i, generate_series(1, 2) n`)
  await insert(`product_variant (id, created_at, updated_at, title, product_id, sku, variant_rank, inventory_quantity,
      allow_backorder, manage_inventory)
    select 'variant_' || n || ${ID}, at, at, 'Variant ' || n, 'prod_' || ${ID}, 'SKU-' || n || '-' || i, n, 10,
      false, true from generate_series(1, $1) i, generate_series(1, 2) n, ${MINUTES_AGO}`)
  await insert(`money_amount (id, created_at, updated_at, variant_id, currency_code, amount)
    select 'ma_' || n || ${ID}, now(), now(), 'variant_' || n || ${ID}, 'eur', 1000 + (i * 7 + n * 100) % 9000
    from generate_series(1, $1) i, generate_series(1, 2) n`)
  for (const [title, values] of [['Color', COLORS] as const, ['Size', SIZES] as const]) {
    await insert(`product_option (id, created_at, updated_at, title, product_id)
      select 'opt_${title}' || ${ID}, now(), now(), '${title}', 'prod_' || ${ID} from generate_series(1, $1) i`)
    await insert(`product_option_value (id, created_at, updated_at, value, option_id, variant_id)
      select 'optval_${title}' || n || ${ID}, now(), now(), ('{${values}}'::text[])[1 + (i + n) % ${values.length}],
        'opt_${title}' || ${ID}, 'variant_' || n || ${ID} from generate_series(1, $1) i, generate_series(1, 2) n`)
  }
  await db.query('set session_replication_role = default')
}
