import { searchWords } from './search-words.ts'
import type { SqlValues } from './sql-values.ts'

export interface WordsSql {
  /** A `tsquery`. */
  query: string
  /** The words, joined by spaces. */
  text: string
  /** The condition for products `p` with the words. */
  isFound: string
}

/** Returns null for a search without words. */
export function wordsSql(words: string, values: SqlValues): WordsSql | null {
  const list = searchWords(words)
  if (list.length === 0) return null
  const query = `to_tsquery('simple', ${values.add(list.map((word) => `${word}:*`).join(' & '))})`
  const text = `${values.add(list.join(' '))}::text`
  const found = `
    select product_id as id from product_search where words @@ ${query}
    union select p.id from product p where ${text} <% p.title
    union select p.id from product p join product_collection c on c.id = p.collection_id
      where c.deleted_at is null and ${text} <% c.title
    union select product_id from product_variant where deleted_at is null and (${text} <% title or ${text} <% sku)`
  // From an array PostgreSQL expects ten products, so it reads each by its key. Otherwise it would read all products.
  return { query, text, isFound: `p.id = any(array(${found}))` }
}

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
