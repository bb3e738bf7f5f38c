import type { EntityManager, EntityMetadata } from '@mikro-orm/postgresql'
import { type Statement, statement } from '#database/statement.ts'
import { translatedColumnsOf } from '#entities/platform/translation/translated-columns.ts'
import type { Texts } from '#entities/platform/translation/translation.ts'
import { memoizeFor } from '#entities/values/memoize.ts'
import { existsSql } from '../../translation/entity-statements.ts'
import { translatedEntities } from '../../translation/translated-entities.ts'
import { KEY_TITLES } from './columns.ts'

interface ExportedRow {
  id: string
  texts: Readonly<Record<string, string | null>>
  translations: Readonly<Record<string, Texts>>
}

interface ExportedTexts {
  /** Default: all entities with translated texts. */
  entities?: readonly string[] | undefined
  languages: readonly string[]
}

export const textTitles = (languages: readonly string[]): string[] => [...KEY_TITLES, ...languages]

/** Returns the lines of the rows, page by page. A text that no language has gets no line. */
export async function* exportTexts(
  em: EntityManager,
  { entities, languages }: ExportedTexts,
): AsyncGenerator<{ rows: number; lines: string[][] }> {
  for (const [entity, meta] of translatedEntities(em)) {
    if (entities && !entities.includes(entity)) continue
    const columns = translatedColumnsOf(meta.class)
    for (let last = ''; ; ) {
      const rows = await selectRowsOf(meta)(em, last, PAGE_SIZE)
      const lines = rows.flatMap((row) => columns.flatMap((column) => linesOf(entity, row, { column, languages })))
      yield { rows: rows.length, lines }
      if (rows.length < PAGE_SIZE) break
      last = rows.at(-1)!.id
    }
  }
}

const PAGE_SIZE = 500

function linesOf(
  entity: string,
  { id, texts, translations }: ExportedRow,
  { column, languages: [, ...others] }: { column: string; languages: readonly string[] },
): string[][] {
  const cells = [texts[column] ?? '', ...others.map((language) => translations[language]?.[column] ?? '')]
  return cells.some((cell) => cell !== '') ? [[entity, id, column, ...cells]] : []
}

const selectRowsOf = memoizeFor((meta: EntityMetadata): Statement<ExportedRow, [last: string, limit: number]> => {
  const texts = translatedColumnsOf(meta.class).map((column) => `'${column}', t."${column}"`)
  return statement(`
    select t.id, jsonb_build_object(${texts.join(', ')}) as texts,
      coalesce((select jsonb_object_agg(language, l.texts) from translation l where l.row_id = t.id), '{}') as translations
    from "${meta.tableName}" t where ${existsSql(meta)} and t.id > $1 order by t.id limit $2`)
})
