import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'

/**
 * Inserts the archived rows of these tables, and returns the number of rows without their parent. A migration can have added
 * columns in the meantime: they get their default.
 */
export async function insertParts(
  em: EntityManager,
  id: string,
  tables: readonly string[],
): Promise<{ missing: number }> {
  let missing = 0
  for (const table of await describeTables(em, tables, id)) {
    const [counts] = await insertInto(table)(em, id)
    missing += counts?.missing ?? 0
  }
  return { missing }
}

interface StoredTable {
  name: string
  columns: string[]
  parents: { column: string; table: string; key: string; is_soft: boolean }[]
}

const describeTables = statement<StoredTable, [tables: readonly string[], id: string]>(`
  select name, (
    select array_agg(column_name::text) from information_schema.columns c
    where c.table_schema = current_schema() and c.table_name = name and is_generated = 'NEVER' and first.content ? column_name
  ) as columns, (
    select coalesce(jsonb_agg(jsonb_build_object(
      'column', child.attname, 'table', c.confrelid::regclass::text, 'key', parent.attname, 'is_soft', exists (
        select from pg_attribute where attrelid = c.confrelid and attname = 'deleted_at' and not attisdropped))), '[]')
    from pg_constraint c
      join pg_attribute child on child.attrelid = c.conrelid and child.attnum = c.conkey[1]
      join pg_attribute parent on parent.attrelid = c.confrelid and parent.attnum = c.confkey[1]
    where c.conrelid = name::regclass and c.contype = 'f' and cardinality(c.conkey) = 1
  ) as parents
  from unnest($1::text[]) with ordinality listed (name, at),
    lateral (select content from deleted_row_part where deleted_row_id = $2 and table_name = name limit 1) first
  order by at`)

/** A row that was deleted before its parent may belong to a deleted parent. */
const insertInto = ({ name, columns, parents }: StoredTable) => {
  const listed = columns.map((column) => `"${column}"`).join(', ')
  const conditions = parents.map(
    ({ column, table, key, is_soft }) =>
      `and (r."${column}" is null or exists (select from ${table} p where p."${key}" = r."${column}"
        ${is_soft ? `and (p.deleted_at is null or part.content ->> 'deleted_at' is not null)` : ''}))`,
  )
  return statement<{ missing: number }, [id: string]>(`
    with found as materialized (
      select r.* from deleted_row_part part, jsonb_populate_record(null::${name}, part.content) r
      where part.deleted_row_id = $1 and part.table_name = '${name}' ${conditions.join(' ')}
      order by part.id
    ), added as (
      insert into ${name} (${listed}) select ${listed} from found returning 1
    )
    select (select count(*) from deleted_row_part where deleted_row_id = $1 and table_name = '${name}')::int
      - (select count(*) from added)::int as missing`)
}
