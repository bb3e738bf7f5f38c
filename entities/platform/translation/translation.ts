import type { Executor } from '#database/statement.ts'
import { defer, statement } from '#database/statement.ts'

/** The texts of a row by column. */
export type Texts = Readonly<Record<string, string>>

/** By language and column. Null removes a text, or all texts of a language. The columns have the texts of the default language. */
export type TranslationChanges = Readonly<Record<string, Readonly<Record<string, string | null>> | null>>

export interface Translation {
  row_id: string
  language: string
  texts: Texts
}

/** Returns the texts of the rows in these languages. Ids are unique in the shop, so they need no entity. */
export const findTranslations = statement<Translation, [ids: readonly string[], languages: readonly string[]]>(
  'select row_id, language, texts from translation where row_id = any($1::text[]) and language = any($2::text[])',
)

/** Returns the texts of the rows by language and row, in few rows, because PostgreSQL and the driver work for each row. */
export const findTexts = statement<
  { language: string; texts: Record<string, Texts> },
  [ids: readonly string[], languages: readonly string[]]
>(`
  select language, json_object_agg(row_id, texts) as texts from translation
  where row_id = any($1::text[]) and language = any($2::text[]) group by language`)

export interface TranslatedRow {
  /** The name of the table. */
  entity: string
  id: string
  translations: TranslationChanges
}

/**
 * Adds the texts to the stored ones, text by text, so two translators of different texts of a row lose nothing. The
 * statements travel with the next one.
 */
export async function writeTranslations(em: Executor, rows: readonly TranslatedRow[]): Promise<void> {
  const changes = rows.flatMap(({ entity, id, translations }) =>
    Object.entries(translations).map(([language, texts]) => ({ entity, row_id: id, language, texts })),
  )
  const written = changes.flatMap(({ texts, ...row }) => {
    const kept = Object.entries(texts ?? {}).filter(([, text]) => text !== null)
    return kept.length > 0 ? [{ ...row, texts: Object.fromEntries(kept) }] : []
  })
  const removed = changes.flatMap(({ row_id, language, texts }) => {
    const columns = texts && Object.keys(texts).filter((column) => texts[column] === null)
    return columns?.length === 0 ? [] : [{ row_id, language, columns }]
  })
  if (written.length > 0) await defer(em, addTexts.with(JSON.stringify(written)))
  if (removed.length > 0)
    await defer(em, removeTexts.with(JSON.stringify(removed)), deleteEmpty.with(removed.map(({ row_id }) => row_id)))
}

// The order of the rows is the order of their locks.
const addTexts = statement(`
  insert into translation (entity, row_id, language, texts)
  select entity, row_id, language, texts
  from jsonb_to_recordset($1::jsonb) as given (entity text, row_id text, language text, texts jsonb)
  order by row_id, language
  on conflict (row_id, language) do update set texts = translation.texts || excluded.texts, updated_at = excluded.updated_at
  where translation.texts is distinct from translation.texts || excluded.texts`)

const removeTexts = statement(`
  with given as (
    select row_id, language, columns
    from jsonb_to_recordset($1::jsonb) as x (row_id text, language text, columns text[])
  ), locked as (
    select t.row_id, t.language from translation t join given using (row_id, language)
    order by t.row_id, t.language for update of t
  )
  update translation t
  set texts = case when columns is null then '{}' else t.texts - columns end, updated_at = now()
  from locked join given using (row_id, language)
  where t.row_id = locked.row_id and t.language = locked.language`)

const deleteEmpty = statement<object, [ids: readonly string[]]>(
  "delete from translation where row_id = any($1::text[]) and texts = '{}'",
)
