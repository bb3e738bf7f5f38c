import { type Client, escapeIdentifier } from 'pg'
import type { ShopSchema } from '#server/database/shop-schema.ts'
import { type Table, tablesOf } from './tables.ts'

/**
 * Empties all tables and runs `work` without triggers and foreign keys in the open transaction. Afterwards PostgreSQL checks all foreign keys.
 * A superuser could switch them off, but the role of a shop is none.
 */
export async function withoutConstraints<Result>(
  client: Client,
  schema: ShopSchema,
  work: (tables: Table[]) => Promise<Result>,
): Promise<Result> {
  const tables = await tablesOf(client, schema)
  const keys = await foreignKeysOf(client, schema)
  const triggers = await triggersOf(client, schema)
  for (const { table, name } of keys)
    await client.query(`alter table ${table} drop constraint ${escapeIdentifier(name)}`)
  for (const { table, name } of triggers)
    await client.query(`alter table ${table} disable trigger ${escapeIdentifier(name)}`)
  await client.query(`truncate ${tables.map(({ sql }) => sql).join(', ')}`)
  const result = await work(tables)
  for (const { table, name } of triggers)
    await client.query(`alter table ${table} enable trigger ${escapeIdentifier(name)}`)
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${escapeIdentifier(name)} ${definition}`)
  return result
}

interface ForeignKey {
  /** The name in SQL. */
  table: string
  name: string
  definition: string
}

/** PostgreSQL keeps those of partitions together with those of their table. */
async function foreignKeysOf(client: Client, { name, jobs }: ShopSchema): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select format('%I.%I', n.nspname, c.relname) as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and k.conparentid = 0 and n.nspname = any ($1) order by 1, 2`,
    [[name, jobs]],
  )
  return rows
}

/** Triggers that run in usual sessions. */
async function triggersOf(client: Client, { name, jobs }: ShopSchema): Promise<Omit<ForeignKey, 'definition'>[]> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as table, t.tgname as name
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
     where not t.tgisinternal and t.tgparentid = 0 and t.tgenabled = 'O' and c.relkind in ('r', 'p') and n.nspname = any ($1) order by 1, 2`,
    [[name, jobs]],
  )
  return rows
}
