import type { EntityManager } from '@mikro-orm/postgresql'
import { connectionQueuesOf } from '#database/connection-queues.ts'
import { autoPlanStatement, batch, statement } from '#database/statement.ts'
import { searchWords } from './search-words.ts'

export interface ProductSearch {
  words: string
  collection_id?: readonly string[] | undefined
  type_id?: readonly string[] | undefined
  tags?: readonly string[] | undefined
  /** Ids of sales channels. Default: the default channel of the store. */
  channels?: readonly string[] | undefined
  limit: number
  offset: number
}

/** Fills the search index after rows were loaded without triggers. */
export const FILL_PRODUCT_SEARCH = `
  insert into product_search
  select id, to_tsvector('simple', title || ' ' || coalesce(description, '')) from product`

/** Only this number of the newest matches is ranked and returned. */
const MAX_RANKED = 1000

/** Returns product ids, best match first. A search without words returns the newest products. */
export async function searchProducts(em: EntityManager, search: ProductSearch): Promise<string[]> {
  const { collection_id = null, type_id = null, tags = null, channels = null, limit, offset } = search
  const words = searchWords(search.words)
  const filters = [collection_id, type_id, tags, limit, offset, channels] as const
  const matching =
    words.length > 0
      ? matchingProducts.with(...filters, words.map((word) => `${word}:*`).join(' & '), words.join(' '))
      : newestProducts.with(...filters)
  const [, found] = await connectionQueuesOf(em).runSearch(() => batch(em, autoPlanStatement, matching))
  return found.map(({ id }) => id)
}

const publishedProductsSql = ({ columns, condition }: { columns: string; condition: string }) => `
  select ${columns}
  from product p left join product_collection c on c.id = p.collection_id and c.deleted_at is null
  where p.deleted_at is null and p.status = 'published'
    and exists (select from product_sales_channel l where l.product_id = p.id
      and l.sales_channel_id = any(coalesce($6::text[], (select array[default_sales_channel_id] from store))))
    and ($1::text[] is null or p.collection_id = any($1))
    and ($2::text[] is null or p.type_id = any($2))
    and ($3::text[] is null or exists (select from product_tags t where t.product_id = p.id and t.product_tag_id = any($3)))
    and ${condition}
  order by p.created_at desc, p.id desc`

const newestProducts = statement<{ id: string }>(
  `${publishedProductsSql({ columns: 'p.id', condition: 'true' })} limit $4 offset $5`,
)

const matchingProducts = statement<{ id: string }>(`
  with found as (
    select product_id as id from product_search where words @@ to_tsquery('simple', $7)
    union select p.id from product p where $8 <% p.title
    union select p.id from product p join product_collection c on c.id = p.collection_id
      where c.deleted_at is null and $8 <% c.title
    union select product_id from product_variant where deleted_at is null and ($8 <% title or $8 <% sku)
  ), matches as (
    ${publishedProductsSql({
      columns: 'p.id, p.created_at, p.title, c.title as collection_title',
      condition: 'p.id in (select id from found)',
    })}
    limit ${MAX_RANKED}
  )
  select m.id from matches m join product_search s on s.product_id = m.id
  order by ts_rank(s.words, to_tsquery('simple', $7))
    + greatest(word_similarity($8, m.title), 0.8 * word_similarity($8, m.collection_title)) desc,
    m.created_at desc, m.id desc
  limit $4 offset $5`)
