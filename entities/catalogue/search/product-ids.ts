import { type RawQueryFragment, raw } from '@mikro-orm/postgresql'

/** Selects the ids of the products of these sales channels. Undefined means the default sales channel. */
export const selectSoldIds = (channels: readonly string[] | undefined): RawQueryFragment =>
  channels
    ? raw(`(${SOLD_IDS} in (select jsonb_array_elements_text(?::jsonb)))`, [JSON.stringify(channels)])
    : raw(`(${SOLD_IDS} = (select default_sales_channel_id from store))`)

const SOLD_IDS = 'select product_id from product_sales_channel where sales_channel_id'

/**
 * Selects the ids of the products with the pattern in their title or description, in the title of their collection, or
 * in the title or SKU of a variant. Each part uses its trigram index. PostgreSQL would expect that a collection of
 * average size matches, and read all products. From an array it expects ten rows.
 */
export const selectIdsLike = (pattern: string): RawQueryFragment =>
  raw(`(${IDS_LIKE})`, [pattern, pattern, pattern, pattern, pattern])

const IDS_LIKE = `
  select id from product where title ilike ? or description ilike ?
  union select unnest(array(
    select p.id from product p join product_collection c on c.id = p.collection_id
    where c.title ilike ? and c.deleted_at is null))
  union select product_id from product_variant where title ilike ? or sku ilike ?`
