import type { TestShop } from './shop.ts'

const TABLES = [
  ...['product', 'product_variant', 'product_option', 'product_option_value', 'money_amount', 'image', 'product_tag'],
  ...['product_type', 'product_tags', 'product_images', 'product_sales_channel', 'product_category_product'],
]

/** Reads every row of the product tables. */
export async function readCatalogueRows({ orm }: Pick<TestShop, 'orm'>): Promise<Record<string, unknown[]>> {
  const em = orm.em.fork()
  const rows = await Promise.all(
    TABLES.map((table) => em.execute(`select to_jsonb(t) as row from ${table} t order by to_jsonb(t)::text`)),
  )
  return Object.fromEntries(TABLES.map((table, i) => [table, (rows[i] as { row: unknown }[]).map(({ row }) => row)]))
}
