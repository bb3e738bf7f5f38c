import type { EntityManager } from '@mikro-orm/postgresql'
import { defer, statement } from '#database/statement.ts'

type Link = keyof typeof links

/** Adds related rows to a product, with the next statement. The rows must be flushed before. */
export async function linkProduct(em: EntityManager, link: Link, id: string, others: readonly string[]): Promise<void> {
  if (others.length > 0) await defer(em, links[link].insert.with(id, others))
}

export async function replaceProductLinks(
  em: EntityManager,
  link: Link,
  id: string,
  others: readonly string[],
): Promise<void> {
  await defer(em, links[link].removeOthers.with(id, others))
  await linkProduct(em, link, id, others)
}

const linkStatements = (table: string, column: string) => ({
  insert: statement<object, [id: string, others: readonly string[]]>(
    `insert into ${table} (product_id, ${column}) select $1, unnest($2::text[]) order by 2 on conflict do nothing`,
  ),
  removeOthers: statement<object, [id: string, others: readonly string[]]>(
    `delete from ${table} where product_id = $1 and ${column} <> all($2::text[])`,
  ),
})

const links = {
  images: linkStatements('product_images', 'image_id'),
  tags: linkStatements('product_tags', 'product_tag_id'),
  sales_channels: linkStatements('product_sales_channel', 'sales_channel_id'),
  categories: linkStatements('product_category_product', 'product_category_id'),
}
