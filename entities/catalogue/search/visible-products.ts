import type { SqlValues } from './sql-values.ts'

/** Returns the condition for products `p` that are published in the sales channels, by default in that of the store. */
export const visibleSql = (channels: readonly string[] | undefined, values: SqlValues): string =>
  `${PUBLISHED} and exists (${linkSql(channels, values)})`

/** The same condition for few products. PostgreSQL reads the links of each product, and never all links. */
export const visibleOfFewSql = (channels: readonly string[] | undefined, values: SqlValues): string =>
  `${PUBLISHED} and exists (${linkSql(channels, values)} offset 0)`

const PUBLISHED = "p.deleted_at is null and p.status = 'published'"

function linkSql(channels: readonly string[] | undefined, values: SqlValues): string {
  const ids = channels ? `any(${values.add(channels)}::text[])` : '(select default_sales_channel_id from store)'
  return `select from product_sales_channel l where l.product_id = p.id and l.sales_channel_id = ${ids}`
}
