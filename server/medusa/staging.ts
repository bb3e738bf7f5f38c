import type { Client } from 'pg'
import { StartError } from '#server/process/start-error.ts'
import { COLUMN_DEFAULTS, DUPLICATE_KEYS, REPLACED_TABLES, REQUIRED_ROW_TABLES } from './schema-differences.ts'

/*
 * Staging tables, in the schema `moving`, have the columns of the shop but not its constraints. This file reads the
 * constraints from the catalog of PostgreSQL and applies them to the staged rows.
 */

export const escapeIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`

export type ChangeNote = { what: string; rows: number }

/** Copies rows, given as JSON, to a staging table. Ignores columns that the shop does not have. */
export async function copyToStaging(client: Client, table: string, rows: AsyncIterable<string[]>): Promise<void> {
  const name = escapeIdentifier(table)
  await client.query(`create table moving.${name} as select * from public.${name} with no data`)
  const times = await timesOf(client, table)
  // Medusa truncates timestamps to milliseconds, but PostgreSQL would round them.
  const exact = times.map((time) => `alter ${time} type timestamptz`)
  if (exact.length > 0) await client.query(`alter table moving.${name} ${exact.join(', ')}`)
  const insert = `insert into moving.${name} select * from jsonb_populate_recordset(null::moving.${name}, $1::jsonb)`
  for await (const page of rows) await client.query(insert, [`[${page.join(',')}]`])
  const cut = times.map((time) => `${time} = date_trunc('milliseconds', ${time})`)
  if (cut.length > 0) await client.query(`update moving.${name} set ${cut.join(', ')}`)
  await client.query(`analyze moving.${name}`)
}

async function timesOf(client: Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and data_type = 'timestamp with time zone'`,
    [table],
  )
  return rows.map(({ name }) => escapeIdentifier(name))
}

interface Column {
  table: string
  name: string
  default: string | null
}

export async function fillRequiredColumns(client: Client, tables: readonly string[]): Promise<void> {
  for (const { table, name, default: standing } of await requiredColumns(client, tables)) {
    const value = COLUMN_DEFAULTS[`${table}.${name}`] ?? standing
    if (value !== null)
      await client.query(
        `update moving.${escapeIdentifier(table)} filled set ${escapeIdentifier(name)} = ${value} where ${escapeIdentifier(name)} is null`,
      )
  }
}

export async function mergeDuplicates(client: Client, tables: readonly string[]): Promise<ChangeNote[]> {
  const notes: ChangeNote[] = []
  for (const [table, same] of Object.entries(DUPLICATE_KEYS)) {
    const replacements = `(select id, first_value(id) over (partition by ${same} order by created_at, id) as kept
      from moving.${escapeIdentifier(table)} where deleted_at is null) twin`
    const rows = await replaceReferences(client, { table, twins: replacements, tables })
    notes.push({ what: `${table}: merged rows with the same ${same}`, rows })
  }
  return notes
}

/** Replaces references to a user of Medusa by references to the user of the shop with the same email. */
export async function keepOwnUsers(client: Client, tables: readonly string[]): Promise<ChangeNote> {
  const replacements =
    '(select m.id, own.id as kept from moving."user" m join public."user" own on own.email = m.email) twin'
  const rows = await replaceReferences(client, { table: 'user', twins: replacements, tables })
  return { what: 'user: kept users that this shop already has', rows }
}

interface RowReplacement {
  table: string
  /** A query that returns the `id` of a duplicate, and in `kept` the ID of the row that replaces it. */
  twins: string
  tables: readonly string[]
}

/** Updates references to replaced rows and deletes these rows. Returns the number of deleted rows. */
async function replaceReferences(
  client: Client,
  { table, twins: replacements, tables }: RowReplacement,
): Promise<number> {
  for (const { child, column } of await references(client, 'p.relname = $1', table))
    if (tables.includes(child))
      await client.query(`update moving.${escapeIdentifier(child)} c set ${escapeIdentifier(column)} = twin.kept
        from ${replacements} where twin.id = c.${escapeIdentifier(column)} and twin.id <> twin.kept`)
  const deletion = `delete from moving.${escapeIdentifier(table)} t using ${replacements} where twin.id = t.id and twin.id <> twin.kept`
  return (await client.query(deletion)).rowCount ?? 0
}

/**
 * Deletes duplicates, rows without a required value, and rows with a required reference to a missing row. Clears
 * other references to missing rows.
 * @throws StartError if this would delete a row of `REQUIRED_ROW_TABLES`.
 */
export async function dropInvalidRows(client: Client, tables: readonly string[]): Promise<ChangeNote[]> {
  const steps = [
    ...(await missingValueSteps(client, tables)),
    ...(await duplicateSteps(client, tables)),
    ...(await orphanSteps(client, tables)),
  ]
  const changes = new Map<string, number>()
  // A step can delete rows that other rows reference, so the steps repeat until no step changes a row.
  for (let isChanged = true; isChanged; ) {
    isChanged = false
    for (const { problem, table, drops, sql } of steps) {
      const isPrecious = drops && REQUIRED_ROW_TABLES.includes(table)
      const { rowCount, rows } = await client.query<{ id: string }>(isPrecious ? `${sql} returning t.id` : sql)
      if (!rowCount) continue
      if (isPrecious)
        throw new StartError(
          `${FIX_IN_MEDUSA_MESSAGE} ${problem}: ${rows
            .slice(0, 5)
            .map(({ id }) => id)
            .join(', ')}`,
        )
      isChanged = true
      const what = `${problem}: ${drops ? 'removed' : 'cleared'}`
      changes.set(what, (changes.get(what) ?? 0) + rowCount)
    }
  }
  return Array.from(changes, ([what, rows]) => ({ what, rows }))
}

/** @throws StartError with the rows that violate check constraints of the shop. */
export async function assertConstraints(client: Client, tables: readonly string[]): Promise<void> {
  const { rows: checks } = await client.query<{ table: string; name: string; condition: string }>(
    `select t.relname as table, c.conname as name, pg_get_expr(c.conbin, c.conrelid) as condition
     from pg_constraint c join pg_class t on t.oid = c.conrelid
     where c.contype = 'c' and c.connamespace = 'public'::regnamespace and t.relname = any($1) order by 1, 2`,
    [tables],
  )
  const violations: string[] = []
  for (const { table, name, condition } of checks) {
    const { rows } = await client.query<{ row: string }>(
      `select to_jsonb(misfit) ->> 'id' as row from moving.${escapeIdentifier(table)} misfit where not (${condition}) limit 5`,
    )
    if (rows.length > 0) violations.push(`${table} (${name}): ${rows.map(({ row }) => row).join(', ')}`)
  }
  if (violations.length > 0) throw new StartError(`${FIX_IN_MEDUSA_MESSAGE}\n  ${violations.join('\n  ')}`)
}

const FIX_IN_MEDUSA_MESSAGE =
  'Medusa has rows that do not meet the constraints of the shop. Correct them in Medusa first:'

interface CleanupStep {
  problem: string
  table: string
  /** True if the repair deletes rows of the table (alias `t`), and false if it clears a reference. */
  drops: boolean
  sql: string
}

async function missingValueSteps(client: Client, tables: readonly string[]): Promise<CleanupStep[]> {
  return (await requiredColumns(client, tables)).map(({ table, name }) => ({
    problem: `${table}: rows without ${name}`,
    table,
    drops: true,
    sql: `delete from moving.${escapeIdentifier(table)} t where ${escapeIdentifier(name)} is null`,
  }))
}

async function duplicateSteps(client: Client, tables: readonly string[]): Promise<CleanupStep[]> {
  const { rows } = await client.query<{ table: string; columns: string[]; condition: string | null; strict: boolean }>(
    `select t.relname as table, pg_get_expr(i.indpred, i.indrelid) as condition, i.indnullsnotdistinct as strict,
       (select array_agg(a.attname::text order by k.n) from unnest(i.indkey) with ordinality k(number, n)
         join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number) as columns
     from pg_index i join pg_class t on t.oid = i.indrelid
     where i.indisunique and i.indexprs is null and t.relnamespace = 'public'::regnamespace and t.relname = any($1)`,
    [tables],
  )
  return rows.map(({ table, columns, condition, strict }) => {
    const names = columns.map(escapeIdentifier)
    const filled = strict ? [] : names.map((name) => `${name} is not null`)
    const which = [...filled, ...(condition ? [`(${condition})`] : [])].join(' and ') || 'true'
    return {
      problem: `${table}: rows with the same ${columns.join(' and ')} as another row`,
      table,
      drops: true,
      sql: `delete from moving.${escapeIdentifier(table)} t using (
          select ctid as row, row_number() over (partition by ${names.join(', ')} order by ctid) as number
          from moving.${escapeIdentifier(table)} where ${which}
        ) numbered where numbered.row = t.ctid and numbered.number > 1`,
    }
  })
}

async function orphanSteps(client: Client, tables: readonly string[]): Promise<CleanupStep[]> {
  const references = await referencesOf(client, tables)
  return references.map(({ child, column, parent, parent_column, is_needed }) => {
    const places = [
      ...(tables.includes(parent) ? ['moving'] : []),
      ...(REPLACED_TABLES.includes(parent) ? [] : ['public']),
    ]
    const absent = places.map(
      (place) =>
        `not exists (select from ${place}.${escapeIdentifier(parent)} p where p.${escapeIdentifier(parent_column)} = t.${escapeIdentifier(column)})`,
    )
    const isOrphan = [`${escapeIdentifier(column)} is not null`, ...absent].join(' and ')
    return is_needed
      ? {
          problem: `${child}: rows with a missing ${parent}`,
          table: child,
          drops: true,
          sql: `delete from moving.${escapeIdentifier(child)} t where ${isOrphan}`,
        }
      : {
          problem: `${child}: references to a missing ${parent}`,
          table: child,
          drops: false,
          sql: `update moving.${escapeIdentifier(child)} t set ${escapeIdentifier(column)} = null where ${isOrphan}`,
        }
  })
}

interface Reference {
  child: string
  column: string
  parent: string
  parent_column: string
  is_needed: boolean
}

const referencesOf = (client: Client, tables: readonly string[]): Promise<Reference[]> =>
  references(client, 'c.relname = any($1)', tables)

async function references(client: Client, which: string, names: unknown): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `select c.relname as child, ca.attname as column, p.relname as parent, pa.attname as parent_column,
       ca.attnotnull as is_needed
     from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class p on p.oid = f.confrelid
       join pg_attribute ca on ca.attrelid = c.oid and ca.attnum = f.conkey[1]
       join pg_attribute pa on pa.attrelid = p.oid and pa.attnum = f.confkey[1]
     where f.contype = 'f' and f.connamespace = 'public'::regnamespace and cardinality(f.conkey) = 1 and ${which}
     order by 1, 2`,
    [names],
  )
  return rows
}

async function requiredColumns(client: Client, tables: readonly string[]): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select table_name as table, column_name as name, column_default as default from information_schema.columns
     where table_schema = 'public' and is_nullable = 'NO' and table_name = any($1) order by table_name, ordinal_position`,
    [tables],
  )
  return rows
}
