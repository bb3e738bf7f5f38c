import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { textColumns, titleOfText, translatedTitle } from '../product-csv/text-columns.ts'

/* The columns of other languages. An empty cell removes a text, but an empty text stays, so an export changes nothing. */

const textSql = (entity: string, { row_id, variant_id }: { row_id: string; variant_id: string }) => `
  '${entity}' as entity, ${row_id} as row_id, r.target_product as product_id, ${variant_id} as variant_id,
  t.of, t.n, t.language, t.column_name, nullif(t.content, '') as content
  from import_row r
  cross join jsonb_to_recordset(r.texts) as t (of text, n int, language text, column_name text, content text)`

const OPTIONS_SQL = `
  cross join jsonb_to_recordset(r.options) as named (n int, name text)
  join product_option o on o.product_id = r.target_product and named.n = t.n
    and lower(btrim(o.title)) = lower(named.name) and o.deleted_at is null`

/** The texts of the rows: those of products and options come from the first row of each product. */
export const GIVEN_SQL = `
  select r.line, ${textSql('product', { row_id: 'r.target_product', variant_id: 'null::text' })}
  where t.of = 'product' and r.is_first
  union all
  select r.line, ${textSql('product_variant', { row_id: 'r.target_variant', variant_id: 'r.target_variant' })}
  where t.of = 'variant' and r.is_variant
  union all
  select r.line, ${textSql('product_option', { row_id: 'o.id', variant_id: 'null::text' })} ${OPTIONS_SQL}
  where t.of = 'option' and r.is_first
  union all
  select r.line, ${textSql('product_option_value', { row_id: 'v.id', variant_id: 'r.target_variant' })} ${OPTIONS_SQL}
  join product_option_value v on v.option_id = o.id and v.variant_id = r.target_variant and v.deleted_at is null
  where t.of = 'value' and r.is_variant`

const CHANGED_SQL = `
  select given.* from (${GIVEN_SQL}) given
  left join translation l on l.row_id = given.row_id and l.language = given.language
  where case when content is null then l.texts ->> column_name <> '' else l.texts ->> column_name is distinct from content end`

interface ChangedText {
  product_id: string
  variant_id: string | null
}

export interface ChangedTexts {
  /** The ids. */
  products: string[]
  variants: string[]
}

/** Stores and removes the texts of the rows. Returns the changed products and variants that the shop had before. */
export async function applyTexts(em: EntityManager, columns: readonly string[]): Promise<ChangedTexts> {
  if (!columns.includes('translation')) return { products: [], variants: [] }
  await createChanges(em)
  await addTexts(em)
  await removeTexts(em)
  await deleteEmptyTexts(em)
  return changedBy(await selectApplied(em))
}

/** Returns the products and variants of the shop whose texts the rows change. */
export async function selectTextChanges(em: EntityManager, columns: readonly string[]): Promise<ChangedTexts> {
  return columns.includes('translation') ? changedBy(await selectChanges(em)) : { products: [], variants: [] }
}

/** Returns the number of texts that the rows remove, by the title of their column. */
export async function countErasedTexts(
  em: EntityManager,
  columns: readonly string[],
): Promise<{ title: string; count: number }[]> {
  if (!columns.includes('translation')) return []
  const erased = await countRemoved(em)
  return erased.map(({ of, n, language, column_name, count }) => {
    const column =
      of === 'product' || of === 'variant' ? textColumns()[of].find(({ name }) => name === column_name) : undefined
    const title = column?.title ?? titleOfText({ of: 'option', number: n, name: of === 'option' ? 'Name' : 'Value' })
    return { title: translatedTitle(title, language), count }
  })
}

const changedBy = (rows: readonly ChangedText[]): ChangedTexts => ({
  products: rows.flatMap(({ product_id, variant_id }) => (variant_id === null ? [product_id] : [])),
  variants: rows.flatMap(({ variant_id }) => variant_id ?? []),
})

const createChanges = statement(`create temporary table import_text on commit drop as ${CHANGED_SQL}`)
const changedRowsSql = (texts: string) => `
  select distinct t.product_id, t.variant_id from ${texts} t join import_row r on r.line = t.line
  where case when t.variant_id is null then not r.is_new_product else not r.is_new_variant end`

const selectChanges = statement<ChangedText>(changedRowsSql(`(${CHANGED_SQL})`))
const selectApplied = statement<ChangedText>(changedRowsSql('import_text'))

// The order of the rows is the order of their locks.
const addTexts = statement(`
  insert into translation (entity, row_id, language, texts)
  select entity, row_id, language, jsonb_object_agg(column_name, content) from import_text
  where content is not null group by entity, row_id, language order by row_id, language
  on conflict (row_id, language) do update set texts = translation.texts || excluded.texts, updated_at = excluded.updated_at`)

const removeTexts = statement(`
  with removed as (
    select row_id, language, array_agg(column_name) as names from import_text where content is null group by row_id, language
  ), locked as (
    select t.row_id, t.language from translation t join removed using (row_id, language)
    order by t.row_id, t.language for update of t
  )
  update translation t set texts = t.texts - removed.names, updated_at = now()
  from locked join removed using (row_id, language)
  where t.row_id = locked.row_id and t.language = locked.language`)

const deleteEmptyTexts = statement(`
  delete from translation t using import_text i
  where i.content is null and t.row_id = i.row_id and t.language = i.language and t.texts = '{}'`)

const countRemoved = statement<{ of: string; n: number; language: string; column_name: string; count: number }>(`
  select of, n, language, column_name, count(*)::int as count from (${CHANGED_SQL}) changed
  where content is null group by of, n, language, column_name order by of, n, column_name, language`)
