/*
 * A digest of everything that an administrator or a sale can change on a product. The addresses of pictures are left out,
 * because the shop replaces them after an import. So are times of changes.
 */

const rowsSql = (rows: string) =>
  `(select coalesce(jsonb_agg(row order by row::text), '[]') from (${rows}) found (row))`

const LINKS = ['product_tags', 'product_sales_channel', 'product_category_product', 'product_tax_rate']

const VARIANTS = 'select v.id from product_variant v where v.product_id = p.id and v.deleted_at is null'

const partsSql = (ignored: readonly string[]): string[] => [
  `to_jsonb(p) - array['updated_at', 'thumbnail']`,
  rowsSql(
    `select to_jsonb(v) - array[${['updated_at', 'thumbnail', ...ignored].map((name) => `'${name}'`).join(', ')}] from product_variant v where v.product_id = p.id and v.deleted_at is null`,
  ),
  rowsSql(
    `select to_jsonb(m) - 'updated_at' from money_amount m where m.variant_id in (${VARIANTS}) and m.deleted_at is null`,
  ),
  rowsSql(`select to_jsonb(o) - 'updated_at' from product_option o where o.product_id = p.id and o.deleted_at is null`),
  rowsSql(
    `select to_jsonb(w) - 'updated_at' from product_option_value w where w.variant_id in (${VARIANTS}) and w.deleted_at is null`,
  ),
  rowsSql(
    'select jsonb_build_array(l.image_id, i.alt) from product_images l join image i on i.id = l.image_id where l.product_id = p.id',
  ),
  rowsSql(`select to_jsonb(t) - array['words', 'folded_title'] from translation t where t.row_id = p.id or t.row_id in (${VARIANTS})
    or t.row_id in (select o.id from product_option o where o.product_id = p.id)
    or t.row_id in (select w.id from product_option_value w where w.variant_id in (${VARIANTS}))`),
  ...LINKS.map((table) => rowsSql(`select to_jsonb(l) from ${table} l where l.product_id = p.id`)),
]

/** SQL for the digest of the product `p`. */
export const productDigestSql = (): string => digestSql([])

/** As `productDigestSql`, without the stock, which sales change. */
export const stocklessDigestSql = (): string => digestSql(['inventory_quantity', 'taken_quantity'])

const digestSql = (ignored: readonly string[]) => `md5(concat_ws('|', ${partsSql(ignored).join(', ')}))`
