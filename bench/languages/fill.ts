import type { Client } from 'pg'

export const LANGUAGES = ['en', 'de', 'fr', 'es', 'ru']

const WORDS = [
  ...[
    ['Linen', 'Leinen'],
    ['Cotton', 'Baumwolle'],
    ['Wool', 'Wolle'],
    ['Silk', 'Seide'],
    ['Canvas', 'Segeltuch'],
  ],
  ...[
    ['shirt', 'Hemden'],
    ['jacket', 'Jacken'],
    ['trousers', 'Hosen'],
    ['coat', 'Mantel'],
    ['scarf', 'Schal'],
  ],
] as const

/** The words of the products, in German. The other languages have the same texts. */
const translated = (column: string) =>
  WORDS.reduce((sql, [word, german]) => `replace(${sql}, '${word}', '${german}')`, column)

/** Translates all texts of the catalogue to four further languages. */
export async function translateCatalogue(db: Client): Promise<void> {
  await db.query('drop index translation_words; drop index if exists translation_search')
  const insert = (entity: string, texts: string) =>
    db.query(
      `insert into translation (entity, row_id, language, texts)
       select '${entity}', id, language, jsonb_build_object(${texts})
       from ${entity}, unnest($1::text[]) language order by id, language`,
      [LANGUAGES.slice(1)],
    )
  await insert('product', `'title', ${translated('title')}, 'description', ${translated('description')}`)
  await insert('product_variant', `'title', replace(title, 'Variant', 'Ausführung')`)
  await insert('product_option', `'title', replace(replace(title, 'Color', 'Farbe'), 'Size', 'Größe')`)
  await insert('product_option_value', `'value', '– ' || value`)
  await insert('product_collection', `'title', replace(title, 'Collection', 'Kollektion')`)
  await insert('product_type', `'value', replace(value, 'Type', 'Art')`)
  await insert('product_tag', `'value', replace(value, 'Tag', 'Wort')`)
  await db.query('create index translation_words on translation using gin (words) where words is not null')
  await db.query(`create index translation_search on translation
    using gin (folded_title gin_trgm_ops, search_fold(texts ->> 'description') gin_trgm_ops)
    where entity in ('product', 'product_collection', 'product_variant')`)
  await db.query('vacuum analyze')
}
