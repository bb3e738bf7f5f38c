import type { ProductSearch } from './product-search.ts'
import { searchWords } from './search-words.ts'
import type { SqlValues } from './sql-values.ts'
import { type TranslatedWords, translatedWordsSql } from './translated-words-sql.ts'

export interface WordsSql {
  /** The condition for products `p` with the words. */
  isFound: string
  /** A further part of `with` that `joins` needs. */
  collections?: string
  /** Joins of a match `m` that `rank` needs. */
  joins: string
  /** Expression for the rank of a match `m`. */
  rank: string
}

/** Returns null for a search without words. */
export function wordsSql({ words, chain }: Pick<ProductSearch, 'words' | 'chain'>, values: SqlValues): WordsSql | null {
  const list = searchWords(words)
  if (list.length === 0) return null
  const array = `${values.add(list)}::text[]`
  // PostgreSQL evaluates an uncorrelated query once, and a function for each row. Facets use only one of them, so both have the same parameter.
  const query = {
    written: `(select to_tsquery('simple', array_to_string(${array}, ':*D & ') || ':*D'))`,
    similar: `(select search_query(default_language(), ${array}))`,
  }
  const text = `${values.add(list.join(' '))}::text`
  const translated = chain.length > 0 ? translatedWordsSql({ chain, list, text }, values) : undefined
  const found = `
    select product_id as id from product_search where words @@ ${query.similar}
    union all select p.id from product p where ${text} <% p.title
    union all select p.id from product p join product_collection c on c.id = p.collection_id
      where c.deleted_at is null and ${text} <% c.title
    union all select product_id from product_variant where deleted_at is null and (${text} <% title or ${text} <% sku)
    ${translated?.found ?? ''}`
  return {
    // From an array PostgreSQL expects ten products, so it reads each by its key. Otherwise it would read all products.
    isFound: `p.id = any(array(${found}))`,
    ...(translated ? shownRank(query, translated) : storedRank(query, text)),
  }
}

interface StoredQuery {
  /** The words as the text has them, or their beginnings. */
  written: string
  /** Also words with other accents or endings. They count half. */
  similar: string
}

/** Words that `product_words` has added have the weight A. */
const defaultRank = ({ written, similar }: StoredQuery) => `(
  select case when words @@ ${written} then ts_rank('{0.1,0,0,0}', words, ${written})
    else 0.5 * ts_rank('{0.1,0,0,0.1}', words, ${similar}) end
  from product_search where product_id = m.id)`

const storedRank = (query: StoredQuery, text: string) => ({
  joins: '',
  rank: `${defaultRank(query)}
        + greatest(word_similarity(${text}, m.title), 0.8 * word_similarity(${text}, m.collection_title))`,
})

/** Words that the customer does not see, because they are translated, count half. */
const shownRank = (query: StoredQuery, { collections, joins, rank, similarity }: TranslatedWords) => ({
  ...{ collections, joins },
  rank: `coalesce(nullif(greatest(${rank}), 0), 0.5 * ${defaultRank(query)}) + ${similarity}`,
})
