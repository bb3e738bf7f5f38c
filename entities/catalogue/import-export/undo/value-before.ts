import { LISTS_SQL, SAME_SALE_SQL } from '../product-import/apply-sales.ts'
import { GIVEN_SQL } from '../product-import/apply-texts.ts'
import { SAME_PRICE_SQL } from '../product-import/apply-variants.ts'

/*
 * The row of an import that would bring the stored values back. It has the columns of the file, so an undo is an import. Example: the
 * file sets the price of a variant from 5.00 to 7.00, and this row has 5.00. Without a price before, the amount is null, which deletes it.
 */

const columnsIn = (of: 'product' | 'variant', row: string) => `
  (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(to_jsonb(${row}))
   where '${of} ' || key = any($2::text[]))`

const listOf = (item: string, rows: string, order: string) =>
  `(select coalesce(jsonb_agg(${item} order by ${order}), '[]') from ${rows})`

const PRICE_COLUMNS = 'id text, region_id text, currency_code text, min_quantity int, max_quantity int'

const PRICE = `jsonb_build_object('id', p.id, 'region_id', p.region_id, 'currency_code', p.currency_code,
  'min_quantity', p.min_quantity, 'max_quantity', p.max_quantity, 'amount', m.amount)`

const PRICES = listOf(
  PRICE,
  `(select p.*, v.id as variant_id from jsonb_to_recordset(r.prices) as p (${PRICE_COLUMNS})) p
    left join lateral (
      select m.amount from money_amount m where ${SAME_PRICE_SQL} order by m.created_at, m.id limit 1) m on true`,
  'p.id',
)

/** $3 is the name of the price lists of the program. */
const SALE_PRICE_SQL = `
  select m.amount, l.starts_at, l.ends_at from money_amount m join ${LISTS_SQL.replaceAll('$1', '$3')} l on l.id = m.price_list_id
  where ${SAME_SALE_SQL} order by l.created_at, l.id limit 1`

const SALE_PRICES_OF_ROW = `(select p.*, v.id as variant_id from jsonb_to_recordset(r.sale_prices) as p (${PRICE_COLUMNS})) p`

const SALE_PRICES = listOf(PRICE, `${SALE_PRICES_OF_ROW} left join lateral (${SALE_PRICE_SQL}) m on true`, 'p.id')

const SALE = `coalesce((
  select jsonb_build_object('starts_at', m.starts_at, 'ends_at', m.ends_at)
  from ${SALE_PRICES_OF_ROW} cross join lateral (${SALE_PRICE_SQL}) m order by p.id limit 1), '{"starts_at": null, "ends_at": null}')`

const OPTIONS = listOf(
  `jsonb_build_object('n', o.n, 'id', o.id, 'option_id', t.id, 'name', t.title, 'value', coalesce(w.value, ''))`,
  `jsonb_to_recordset(r.options) as o (n int, id text, name text)
    join product_option t on t.product_id = p.id and lower(btrim(t.title)) = lower(o.name) and t.deleted_at is null
    left join product_option_value w on w.option_id = t.id and w.variant_id = v.id and w.deleted_at is null`,
  'o.n',
)

const linkedList = (item: string, rows: string) => `case when r.is_first then ${listOf(item, rows, item)} else '[]' end`

/** For the row `r`, its product `p`, its variant `v` and its texts `t`. $2 are the columns of the file. */
export const VALUE_BEFORE_SQL = `
  to_jsonb(r) || jsonb_build_object(
    'source_line', r.line, 'sheet_row', r.line, 'product_id', p.id, 'variant_id', v.id,
    'handle', coalesce(p.handle, ''), 'fit_handle', coalesce(p.handle, ''), 'is_variant', v.id is not null,
    'product', case when r.is_first then ${columnsIn('product', 'p')} else '{}' end,
    'variant', case when v.id is null then '{}' else ${columnsIn('variant', 'v')} end,
    'collection_handle', (select handle from product_collection c where c.id = p.collection_id and c.deleted_at is null),
    'collection_title', (select title from product_collection c where c.id = p.collection_id and c.deleted_at is null),
    'type', (select value from product_type y where y.id = p.type_id and y.deleted_at is null),
    'profile_name', null, 'profile_type', null, 'old_addresses', '[]'::jsonb, 'collection_address', null,
    'tax_class', null, 'tax_rates', ${linkedList('g.id', 'product_tax_rate l join tax_rate g on g.id = l.rate_id where l.product_id = p.id')},
    'options', case when v.id is null then '[]' else ${OPTIONS} end,
    'prices', ${PRICES}, 'sale_prices', ${SALE_PRICES}, 'sale', ${SALE}, 'texts', coalesce(t.texts, '[]'))
  || jsonb_build_object(
    'tags', ${linkedList('g.value', 'product_tags l join product_tag g on g.id = l.product_tag_id and g.deleted_at is null where l.product_id = p.id')},
    'images', case when r.is_first then (
      select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'url', i.url, 'alt', i.alt) order by i.created_at, i.id), '[]')
      from product_images l join image i on i.id = l.image_id and i.deleted_at is null where l.product_id = p.id) else '[]' end,
    'channels', ${linkedList(`jsonb_build_object('id', c.id, 'name', c.name)`, 'product_sales_channel l join sales_channel c on c.id = l.sales_channel_id and c.deleted_at is null where l.product_id = p.id')},
    'categories', ${linkedList(`jsonb_build_object('handle', k.handle, 'name', null)`, 'product_category_product l join product_category k on k.id = l.product_category_id where l.product_id = p.id')})`

/** The stored texts of the languages in the file, by the line of their row. */
export const TEXTS_BEFORE_SQL = `
  select g.line, jsonb_agg(jsonb_build_object('of', g.of, 'n', g.n, 'language', g.language, 'column_name', g.column_name,
    'content', l.texts ->> g.column_name)) as texts
  from (${GIVEN_SQL}) g left join translation l on l.row_id = g.row_id and l.language = g.language
  group by g.line`
