import { type RawQueryFragment, raw } from '@mikro-orm/postgresql'
import { searchWords } from './search-words.ts'
import { IS_SEARCHED } from './translated-words-sql.ts'

/** Selects the ids of the products of these sales channels. Undefined means the default sales channel. */
export const selectSoldIds = (channels: readonly string[] | undefined): RawQueryFragment =>
  channels
    ? raw(`(${SOLD_IDS} in (select jsonb_array_elements_text(?::jsonb)))`, [JSON.stringify(channels)])
    : raw(`(${SOLD_IDS} = (select default_sales_channel_id from store))`)

const SOLD_IDS = 'select product_id from product_sales_channel where sales_channel_id'

/**
 * Selects the ids of the products with the pattern in their title or description, in the title of their collection, or in the title or SKU of a
 * variant, and of products that have the words only with other accents or endings. Each part uses its index. PostgreSQL would expect that a
 * collection of average size matches, and read all products. From an array it expects ten rows.
 */
export const selectIdsLike = (pattern: string, words: string): RawQueryFragment =>
  raw(`(${IDS_LIKE})`, storedParts(pattern, words))

/** Also selects by the texts of these languages. */
export const selectIdsLikeIn = (chain: readonly string[], pattern: string, words: string): RawQueryFragment =>
  raw(`(${IDS_LIKE} union (with alike as materialized (${chain.map(alikeSql).join(' union all ')}) ${OF_ALIKE}))`, [
    ...storedParts(pattern, words),
    ...chain.flatMap(() => [pattern, pattern, JSON.stringify(searchWords(words))]),
  ])

function storedParts(pattern: string, words: string): (string | null)[] {
  const list = searchWords(words)
  // A product with the only word has the pattern too, so PostgreSQL does not need to read its words. Words that `product_words` has added have the weight A.
  const written = list.length === 0 || list[0] === words ? null : list.map((word) => `${word}:*D`).join(' & ')
  return [pattern, pattern, pattern, pattern, pattern, JSON.stringify(list), written]
}

const queryIn = (language: string): string =>
  `(select search_query(${language}, array(select jsonb_array_elements_text(?::jsonb))))`

const IDS_LIKE = `
  select id from product where title ilike ? or description ilike ?
  union select unnest(array(
    select p.id from product p join product_collection c on c.id = p.collection_id
    where c.title ilike ? and c.deleted_at is null))
  union select product_id from product_variant where title ilike ? or sku ilike ?
  union select product_id from product_search where words @@ ${queryIn('default_language()')}
    and (words @@ (select to_tsquery('simple', ?::text))) is not true`

/** A language is a tag of letters, digits and hyphens. As a literal it selects the index of the language. */
const alikeSql = (code: string): string => `
  select row_id, entity from translation where language = '${code}' and ${IS_SEARCHED}
    and (folded_title like search_fold(?) or search_fold(texts ->> 'description') like search_fold(?)
      or words @@ ${queryIn(`'${code}'`)})`

const OF_ALIKE = `
  select row_id from alike where entity = 'product'
  union select unnest(array(select p.id from alike join product p on p.collection_id = row_id where entity = 'product_collection'))
  union select v.product_id from alike join product_variant v on v.id = row_id where entity = 'product_variant'`

interface ShownOption {
  title: string
  values: readonly string[]
  /** The languages of the response, the preferred one first. */
  chain: readonly string[]
}

/** Selects the ids of the products with one of the values of an option, as a language of the response or the default language writes them. */
export function selectIdsWithOption({ title, values, chain }: ShownOption): RawQueryFragment {
  const isOne = (row: string, column: string) =>
    `(${row}.${column} in (select jsonb_array_elements_text(?::jsonb)) or exists (select from translation
      where row_id = ${row}.id and language in (select jsonb_array_elements_text(?::jsonb))
        and texts ->> '${column}' in (select jsonb_array_elements_text(?::jsonb))))`
  const parametersOf = (texts: readonly string[]) => [texts, chain, texts].map((list) => JSON.stringify(list))
  return raw(
    `(select o.product_id from product_option o join product_option_value v on v.option_id = o.id
      where o.deleted_at is null and v.deleted_at is null and ${isOne('o', 'title')} and ${isOne('v', 'value')})`,
    [...parametersOf([title]), ...parametersOf(values)],
  )
}
