import type { Client } from 'pg'
import { withoutIndexes } from './without-indexes.ts'

/** The words of the catalogue in English and in the other languages. */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  de: {
    ...{ Linen: 'Leinen', Cotton: 'Baumwolle', Wool: 'Wolle', Silk: 'Seide', Denim: 'Jeansstoff', Canvas: 'Segeltuch' },
    ...{ shirt: 'Hemden', jacket: 'Jacken', trousers: 'Hosen', coat: 'Mantel', scarf: 'Schal', dress: 'Kleid' },
    ...{ Variant: 'Ausführung', Color: 'Farbe', Size: 'Größe', Collection: 'Kollektion', Type: 'Art', Tag: 'Wort' },
  },
  fr: {
    ...{ Linen: 'Lin', Cotton: 'Coton', Wool: 'Laine', Silk: 'Soie', Denim: 'Toile de jean', Canvas: 'Toile' },
    ...{ shirt: 'chemise', jacket: 'veste', trousers: 'pantalon', coat: 'manteau', scarf: 'écharpe', dress: 'robe' },
    ...{ Variant: 'Modèle', Color: 'Couleur', Size: 'Taille', Collection: 'Collection', Type: 'Genre', Tag: 'Mot' },
  },
  es: {
    ...{ Linen: 'Lino', Cotton: 'Algodón', Wool: 'Lana', Silk: 'Seda', Denim: 'Vaquero', Canvas: 'Lona' },
    ...{
      shirt: 'camisa',
      jacket: 'chaqueta',
      trousers: 'pantalones',
      coat: 'abrigo',
      scarf: 'bufanda',
      dress: 'vestido',
    },
    ...{ Variant: 'Variante', Color: 'Color', Size: 'Talla', Collection: 'Colección', Type: 'Tipo', Tag: 'Palabra' },
  },
  ru: {
    ...{ Linen: 'Лён', Cotton: 'Хлопок', Wool: 'Шерсть', Silk: 'Шёлк', Denim: 'Джинса', Canvas: 'Холст' },
    ...{ shirt: 'рубашка', jacket: 'куртка', trousers: 'брюки', coat: 'пальто', scarf: 'шарф', dress: 'платье' },
    ...{ Variant: 'Вариант', Color: 'Цвет', Size: 'Размер', Collection: 'Коллекция', Type: 'Вид', Tag: 'Слово' },
  },
}

export const LANGUAGES = ['en', ...Object.keys(WORDS)]

const translatedTo = (language: string, column: string): string =>
  Object.entries(WORDS[language] ?? {}).reduce((sql, [word, text]) => `replace(${sql}, '${word}', '${text}')`, column)

/** Returns the SQL of a text in the language of the row `language`. */
const translated = (column: string): string =>
  `case language ${Object.keys(WORDS)
    .map((language) => `when '${language}' then ${translatedTo(language, column)}`)
    .join(' ')} end`

/** The triggers that derive data from translations. All others are off during the fill. */
const TRIGGERS = ['words_translated', 'option_texts_insert']

/** Translates all texts of the catalogue to the other languages, and builds the indexes at the end. */
export async function translateCatalogue(db: Client): Promise<void> {
  const insert = (entity: string, texts: string) =>
    db.query(
      `insert into translation (entity, row_id, language, texts)
       select '${entity}', id, language, jsonb_build_object(${texts})
       from ${entity}, unnest($1::text[]) language order by id, language`,
      [Object.keys(WORDS)],
    )
  // The job of the languages has nothing to do.
  await db.query('do $$ begin while index_translations() loop end loop; end $$')
  await db.query('update language_chain set unstored_after = null')
  await db.query("set session_replication_role = replica; set maintenance_work_mem = '512MB'; set work_mem = '256MB'")
  for (const name of TRIGGERS) await db.query(`alter table translation enable always trigger ${name}`)
  await withoutIndexes(db, 'translation', async () => {
    await insert('product', `'title', ${translated('title')}, 'description', ${translated('description')}`)
    await insert('product_variant', `'title', ${translated('title')}`)
    await insert('product_option', `'title', ${translated('title')}`)
    await insert('product_option_value', "'value', '– ' || value")
    await insert('product_collection', `'title', ${translated('title')}`)
    await insert('product_type', `'value', ${translated('value')}`)
    await insert('product_tag', `'value', ${translated('value')}`)
  })
  for (const name of TRIGGERS) await db.query(`alter table translation enable trigger ${name}`)
  await db.query('set session_replication_role = default; reset maintenance_work_mem; reset work_mem')
  await db.query(`
    delete from row_count where table_name like 'texts:%' or table_name like 'translated:%';
    insert into row_count select * from actual_text_counts();
    select store_product_titles(array(select id from product))`)
  await db.query('vacuum analyze')
}
