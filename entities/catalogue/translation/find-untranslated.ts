import type { EntityManager, EntityMetadata } from '@mikro-orm/postgresql'
import { connectionQueuesOf } from '#database/connection-queues.ts'
import { statement } from '#database/statement.ts'
import { translatedColumnsOf } from '#entities/platform/translation/translated-columns.ts'
import type { Texts } from '#entities/platform/translation/translation.ts'
import { memoizeFor } from '#entities/values/memoize.ts'
import { existsSql } from './entity-statements.ts'
import { translatedEntities, unknownEntity } from './translated-entities.ts'

export interface UntranslatedRow {
  id: string
  /** The texts of the default language by column. */
  texts: Texts
  /** The texts that the language has. */
  translated: Texts
}

export interface UntranslatedPage {
  language: string
  entity: string
  limit: number
  offset: number
}

/** Returns the rows that lack a text of the language, the oldest first. A text of a fallback does not count. */
export async function findUntranslated(
  em: EntityManager,
  { language, entity, limit, offset }: UntranslatedPage,
): Promise<UntranslatedRow[]> {
  const meta = translatedEntities(em).get(entity)
  if (!meta) throw unknownEntity(em, entity)
  return connectionQueuesOf(em).runSearch(() => rowsStatementOf(meta)(em, language, limit, offset))
}

/** Returns the number of rows with texts, and of the rows that lack a text of the language, for each entity. */
export function countUntranslated(em: EntityManager, language: string) {
  return selectCounts(em, [...translatedEntities(em).keys()], language)
}

const rowsStatementOf = memoizeFor((meta: EntityMetadata) => {
  const columns = translatedColumnsOf(meta.class)
  const texts = columns.map((column) => `'${column}', t."${column}"`).join(', ')
  return statement<UntranslatedRow, [language: string, limit: number, offset: number]>(`
    select t.id, jsonb_strip_nulls(jsonb_build_object(${texts})) as texts, coalesce(l.texts, '{}') as translated
    from ${fromSql(meta)} where ${existsSql(meta)} and (${columns.map(lacksSql).join(' or ')})
    order by t.id limit $2 offset $3`)
})

const selectCounts = statement<
  { entity: string; count: number; missing: number },
  [entities: readonly string[], language: string]
>(`
  with counted as (select table_name, sum(rows)::integer as rows from row_count group by table_name)
  select entity, coalesce(t.rows, 0) as count, coalesce(t.rows, 0) - coalesce(l.rows, 0) as missing
  from unnest($1::text[]) with ordinality given (entity, place)
    left join counted t on t.table_name = 'texts:' || entity
    left join counted l on l.table_name = 'translated:' || $2 || ':' || entity
  order by place`)

const fromSql = ({ tableName }: EntityMetadata): string =>
  `"${tableName}" t left join translation l on l.row_id = t.id and l.language = $1`

const lacksSql = (column: string): string => `(t."${column}" <> '' and l.texts ->> '${column}' is null)`
