import type { EntityManager } from '@mikro-orm/postgresql'
import { plannedForValues, statement, together } from '../statement.ts'

export interface ProductSearch {
  words: string
  /** Only products of one of these. */
  collection_id?: readonly string[] | undefined
  type_id?: readonly string[] | undefined
  tags?: readonly string[] | undefined
  /** The sales channels to look in; default: the main one. */
  channels?: readonly string[] | undefined
  limit: number
  offset: number
}

/**
 * The ids of the products that the words find, the most fitting first: by full text, where the last letters of a word may
 * be missing, and by likeness, where some letters may be wrong. Only what the sales channels offer. Without words all of
 * that, the newest first.
 */
export async function searchProducts(em: EntityManager, search: ProductSearch): Promise<string[]> {
  const { collection_id = null, type_id = null, tags = null, channels = null, limit, offset } = search
  const words = search.words.slice(0, LONGEST_SEARCH)
  const asked = prefixes(words)
  const filters = [collection_id, type_id, tags, limit, offset, channels] as const
  const matching = asked ? fittingProducts.with(...filters, asked, words) : newestProducts.with(...filters)
  const [, found] = await together(em, plannedForValues, matching)
  return found.map(({ id }) => id)
}

const LONGEST_SEARCH = 200

/** `blue shi` as PostgreSQL asks for it: `blue:* & shi:*`. */
const prefixes = (words: string) => (words.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `${word}:*`).join(' & ')

const TEXT = `to_tsvector('simple', p.title || ' ' || coalesce(p.description, ''))`

/** In SQL: the ids of the products that the sales channels `$6` offer, filtered by `$1` to `$3`, a page of `$4` from `$5` on. */
const offered = ({ which, first }: { which: string; first: string }) => `
  select p.id
  from product p left join product_collection c on c.id = p.collection_id and c.deleted_at is null
  where p.deleted_at is null and p.status = 'published'
    and exists (select from product_sales_channel l where l.product_id = p.id
      and l.sales_channel_id = any(coalesce($6::text[], (select array[default_sales_channel_id] from store))))
    and ($1::text[] is null or p.collection_id = any($1))
    and ($2::text[] is null or p.type_id = any($2))
    and ($3::text[] is null or exists (select from product_tags t where t.product_id = p.id and t.product_tag_id = any($3)))
    and ${which}
  order by ${first} p.created_at desc, p.id desc
  limit $4 offset $5`

const newestProducts = statement<{ id: string }>(offered({ which: 'true', first: '' }))

const fittingProducts = statement<{ id: string }>(`
  with found as (
    select p.id from product p where ${TEXT} @@ to_tsquery('simple', $7)
    union select p.id from product p where $8 <% p.title
    union select p.id from product p join product_collection c on c.id = p.collection_id
      where c.deleted_at is null and $8 <% c.title
    union select product_id from product_variant where deleted_at is null and ($8 <% title or $8 <% sku)
  )
  ${offered({
    which: 'p.id in (select id from found)',
    first: `ts_rank(${TEXT}, to_tsquery('simple', $7))
      + greatest(word_similarity($8, p.title), 0.8 * word_similarity($8, c.title)) desc,`,
  })}`)
