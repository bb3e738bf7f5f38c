import { type Client, escapeIdentifier } from 'pg'
import type { ShopSchema } from '#server/database/shop-schema.ts'

export interface Table {
  /** `shop.product` or `jobs._private_jobs`, also if the schemas of this shop have other names. */
  name: string
  /** The name in SQL. */
  sql: string
  /** Columns with stored values. */
  columns: string[]
}

/** Names of schemas in a file, by the schemas of this shop. */
const aliasesOf = ({ name, jobs }: ShopSchema): Map<string, string> =>
  new Map([
    [name, 'shop'],
    [jobs, 'jobs'],
  ])

export async function tablesOf(client: Client, schema: ShopSchema): Promise<Table[]> {
  const aliases = aliasesOf(schema)
  const { rows } = await client.query<{ schema: string; table: string; columns: string[] }>(
    `select n.nspname as schema, c.relname as table, array(
       select attname::text from pg_attribute
       where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = any ($1) order by 1, 2`,
    [[...aliases.keys()]],
  )
  return rows.map(({ schema: name, table, columns }) => ({
    name: `${aliases.get(name)}.${table}`,
    sql: `${escapeIdentifier(name)}.${escapeIdentifier(table)}`,
    columns,
  }))
}

export interface Sequence {
  name: string
  sql: string
  /** Null before the first value. */
  value: string | null
}

export async function sequencesOf(client: Client, schema: ShopSchema): Promise<Sequence[]> {
  const aliases = aliasesOf(schema)
  const { rows } = await client.query<{ schema: string; sequence: string; value: string | null }>(
    `select schemaname as schema, sequencename as sequence, last_value::text as value
     from pg_sequences where schemaname = any ($1) order by 1, 2`,
    [[...aliases.keys()]],
  )
  return rows.map(({ schema: name, sequence, value }) => ({
    name: `${aliases.get(name)}.${sequence}`,
    sql: `${escapeIdentifier(name)}.${escapeIdentifier(sequence)}`,
    value,
  }))
}

export const columnList = (columns: readonly string[]): string => columns.map(escapeIdentifier).join(', ')

/** The text of a value must not depend on the settings of a role or a server. */
export const SAME_TEXT_SQL = `
  set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0;
  set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1`
