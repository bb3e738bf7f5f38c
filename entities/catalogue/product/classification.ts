import type { EntityManager } from '@mikro-orm/postgresql'
import { anyOf } from '#database/query.ts'
import type { Statement } from '#database/statement.ts'
import { query } from '#entities/query.ts'
import { newId } from '#entities/values/id.ts'

export interface ValueRow {
  id: string
  value: string
}

/** The values of types and tags are unique. */
export interface ValueTable {
  table: 'product_type' | 'product_tag'
  prefix: string
  find: Statement<ValueRow, [values: readonly string[]]>
}

const findIn = (table: ValueTable['table']): ValueTable['find'] =>
  query((db, values: readonly string[]) =>
    db.selectFrom(table).select(['id', 'value']).where('value', '=', anyOf(values)).where('deleted_at', 'is', null),
  )

export const TYPES: ValueTable = { table: 'product_type', prefix: 'ptyp', find: findIn('product_type') }

export const TAGS: ValueTable = { table: 'product_tag', prefix: 'ptag', find: findIn('product_tag') }

/** Returns the ids of all values. `found` has the rows that `find` returned. Inserts the missing ones. */
export async function idsOfValues(
  em: EntityManager,
  { table, prefix, find }: ValueTable,
  { values, found }: { values: readonly string[]; found: readonly ValueRow[] },
): Promise<string[]> {
  const missing = values.filter((value) => !found.some((row) => row.value === value))
  if (missing.length > 0) await insertMissingValues(em, { table, prefix }, missing)
  const rows = missing.length > 0 ? await find(em, values) : found
  return rows.map(({ id }) => id)
}

export async function insertMissingValues(
  em: EntityManager,
  { table, prefix }: Pick<ValueTable, 'table' | 'prefix'>,
  values: readonly string[],
): Promise<void> {
  const rows = [...new Set(values)].map((value) => ({ id: newId(prefix), value }))
  await em.execute(
    `with missing as materialized (
       select id, value from jsonb_to_recordset(?::jsonb) as input (id text, value text)
       where not exists (select from ${table} t where t.value = input.value and t.deleted_at is null))
     insert into ${table} (id, created_at, updated_at, value)
     select id, now(), now(), value from missing
     on conflict do nothing`,
    [JSON.stringify(rows)],
  )
}

export function mostUsedTags(em: EntityManager): Promise<{ id: string; usage_count: string; value: string }[]> {
  return em.execute(
    `select t.id, count(p.id)::text as usage_count, t.value
     from product_tag t
       left join product_tags l on l.product_tag_id = t.id
       left join product p on p.id = l.product_id and p.deleted_at is null
     where t.deleted_at is null
     group by t.id order by count(p.id) desc, t.created_at, t.id limit 10`,
  )
}
