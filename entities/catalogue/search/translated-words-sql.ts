import { MAX_RANKED } from './max-ranked.ts'
import type { SqlValues } from './sql-values.ts'

export interface TranslatedWords {
  /** A further part of the `union all` of the products with the words. */
  found: string
  /** A further part of `with`: the texts of the collections of `matches`. Many products have the same collection. */
  collections: string
  /** Joins of a match `m` with its texts. */
  joins: string
  rank: string
  similarity: string
}

/** The condition of the index of each language. */
export const IS_SEARCHED = "entity in ('product', 'product_collection', 'product_variant')"

interface SearchedWords {
  /** The languages of the response, the preferred one first. */
  chain: readonly string[]
  list: readonly string[]
  /** The placeholder of the words, joined by spaces. */
  text: string
}

/**
 * Finds products by the texts of these languages. `search_query` has the stems of a language, and `search_fold` its letters without accents.
 * Similar titles of products, collections and variants are compared one by one, so frequent words are not compared: they fill the page.
 */
export function translatedWordsSql({ chain, list, text }: SearchedWords, values: SqlValues): TranslatedWords {
  const words = `${values.add(list)}::text[]`
  const folded = `search_fold(${text})`
  // A language is a tag of letters, digits and hyphens. As a literal it selects the index of the language.
  const languages = chain.map((code, i) => ({ i, code: `'${code}'` }))
  // PostgreSQL evaluates an uncorrelated query once, and a function for each row.
  const queryOf = (code: string) => `(select search_query(${code}, ${words}))`
  const worded = languages.map(
    ({ code }) => `select row_id, entity from translation
        where language = ${code} and entity = 'product' and words @@ ${queryOf(code)}`,
  )
  const similar = languages.map(
    ({ code }) => `select row_id, entity from translation
        where (select count(*) from worded) < ${MAX_RANKED} and language = ${code} and ${IS_SEARCHED} and ${folded} <% folded_title`,
  )
  const similarityOf = (alias: string, column: string) => {
    const titles = [...languages.map(({ i }) => `${alias}${i}.folded_title`), `search_fold(m.${column})`]
    return `word_similarity(${folded}, coalesce(${titles.join(', ')}))`
  }
  return {
    found: `union all (
      with worded as materialized (
        ${worded.join(' union all ')}
      ), alike as materialized (
        select * from worded union all ${similar.join(' union all ')}
      )
      select row_id from alike where entity = 'product'
      union all select p.id from alike join product p on p.collection_id = row_id where entity = 'product_collection'
      union all select v.product_id from alike join product_variant v on v.id = row_id
        where entity = 'product_variant' and v.deleted_at is null
    )`,
    joins: languages
      .map(
        ({ i, code }) => `left join translation t${i} on t${i}.row_id = m.id and t${i}.language = ${code}
        left join collections ct${i} on ct${i}.row_id = m.collection_id and ct${i}.language = ${code}`,
      )
      .join('\n        '),
    collections: `collections as materialized (
        select row_id, language, folded_title from translation where language in (${languages.map(({ code }) => code)})
          and row_id = any(array(select distinct collection_id from matches))
      )`,
    rank: languages.map(({ i, code }) => `ts_rank(t${i}.words, ${queryOf(code)})`).join(', '),
    similarity: `greatest(${similarityOf('t', 'title')}, 0.8 * ${similarityOf('ct', 'collection_title')})`,
  }
}
