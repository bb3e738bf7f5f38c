import type { SqlValues } from './sql-values.ts'

export interface TranslatedWords {
  /** Further parts of the `union` of the products with the words. */
  found: string
  columns: string
  joins: string
  rank: string
  similarity: string
}

interface SearchedWords {
  /** The languages of the response, the preferred one first. */
  chain: readonly string[]
  list: readonly string[]
  /** The placeholder of the words, joined by spaces. */
  text: string
}

/**
 * Finds products by the texts of these languages. `search_query` has the stems of a language, and `search_fold` its letters without accents.
 * One scan finds the similar titles of products, collections and variants.
 */
export function translatedWordsSql({ chain, list, text }: SearchedWords, values: SqlValues): TranslatedWords {
  const words = `${values.add(list)}::text[]`
  const folded = `search_fold(${text})`
  const languages = chain.map((code, i) => ({ i, code: `${values.add(code)}::text` }))
  // PostgreSQL evaluates an uncorrelated query once, and a function for each row.
  const queryOf = (code: string) => `(select search_query(${code}, ${words}))`
  const titleOf = (alias: string) => languages.map(({ i }) => `${alias}${i}.folded_title`).join(', ')
  const similarityOf = (column: string) => `word_similarity(${folded}, ${column})`
  return {
    found: `${languages
      .map(({ code }) => `union select row_id from translation where language = ${code} and words @@ ${queryOf(code)}`)
      .join('\n    ')}
    union (
      with alike as materialized (
        select row_id, entity from translation
        where entity in ('product', 'product_collection', 'product_variant')
          and language = any(${values.add(chain)}::text[]) and ${folded} <% folded_title
      )
      select row_id from alike where entity = 'product'
      union select p.id from alike join product p on p.collection_id = row_id where entity = 'product_collection'
      union select v.product_id from alike join product_variant v on v.id = row_id
        where entity = 'product_variant' and v.deleted_at is null
    )`,
    columns: [
      `coalesce(${titleOf('t')}, search_fold(p.title)) as title, coalesce(${titleOf('ct')}, search_fold(c.title)) as collection_title`,
      ...languages.map(({ i }) => `t${i}.words as words${i}`),
    ].join(', '),
    joins: languages
      .map(
        ({ i, code }) => `left join translation t${i} on t${i}.row_id = p.id and t${i}.language = ${code}
        left join translation ct${i} on ct${i}.row_id = c.id and ct${i}.language = ${code}`,
      )
      .join('\n        '),
    rank: languages.map(({ i, code }) => `ts_rank(m.words${i}, ${queryOf(code)})`).join(', '),
    similarity: `greatest(${similarityOf('m.title')}, 0.8 * ${similarityOf('m.collection_title')})`,
  }
}
