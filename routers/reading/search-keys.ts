import type { EntityManager } from '@mikro-orm/postgresql'
import { primaryKeyName } from '#database/read/entity-metadata.ts'
import { keysSql, type RowSearch, type Sorting } from '#database/read/find-keys.ts'
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
  { limit, offset }: Span,
): Promise<FoundKeys> {
  const key = primaryKeyName(em.getMetadata().get(search.entity))
  const matches = await keysSql(em, search, { sorting })
  // A condition on related rows can find a row several times.
  const sql = `
    with numbered as (
      select "${key}" as key, row_number() over () as number from (${matches}) matches
    ), found as materialized (select key, min(number) as number from numbered group by key)
    select array(select key::text from found order by number limit ${limit} offset ${offset}) as keys,
      (select count(*)::integer from found) as count`
  const [[found]] = await batch<[FoundKeys]>(em, { sql, parameters: [] })
  return found ?? { keys: [], count: 0 }
}
