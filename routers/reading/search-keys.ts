import type { EntityManager } from '@mikro-orm/postgresql'
import { primaryKeyName } from '#database/read/entity-metadata.ts'
import { keysSql, orderedByValues, type RowSearch, type Sorting, searchQuery } from '#database/read/find-keys.ts'
import { batch } from '#database/statement.ts'
import type { Span } from '#entities/platform/page-span/page-span.ts'

export interface FoundKeys {
  keys: string[]
  count: number
}

/** Returns the keys of a page and the number of all rows. PostgreSQL searches once for both. */
export async function searchKeys(
  em: EntityManager,
  { search, sorting }: { search: RowSearch; sorting: Sorting },
  span: Span,
): Promise<FoundKeys> {
  const key = primaryKeyName(em.getMetadata().get(search.entity))
  const sql = sorting.isOfFew
    ? pageOfFewSql((await searchQuery(em, search)).select(key).getFormattedQuery(), { key, sorting, span })
    : pageSql(await keysSql(em, search, { sorting }), { key, sorting, span })
  const [[found]] = await batch<[FoundKeys]>(em, { sql, parameters: [] })
  return found ?? { keys: [], count: 0 }
}

interface Page {
  key: string
  sorting: Sorting
  span: Span
}

/* A condition on related rows can find a row several times. */

const pageSql = (matches: string, { key, span: { limit, offset } }: Page): string => `
    with numbered as (
      select "${key}" as key, row_number() over () as number from (${matches}) matches
    ), found as materialized (select key, min(number) as number from numbered group by key)
    select array(select key::text from found order by number limit ${limit} offset ${offset}) as keys,
      (select count(*)::integer from found) as count`

const pageOfFewSql = (matches: string, { key, sorting, span: { limit, offset } }: Page): string => `
    with found as materialized (${matches})
    select array(
        select ordered.key ${orderedByValues(`select "${key}" from found`, { key, sorting })} limit ${limit} offset ${offset}
      ) as keys,
      (select count(distinct "${key}")::integer from found) as count`
