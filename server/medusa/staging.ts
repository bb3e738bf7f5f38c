import type { Client } from 'pg'
import { StartError } from '#server/base/start-error.ts'
import { type ChangeNote, runRecorded } from './recorded-changes.ts'
import { COLUMN_DEFAULTS, REPLACED_TABLES, REQUIRED_ROW_TABLES } from './schema-differences.ts'

/*
 * Staging tables, in the schema `moving`, have the columns of the shop but not its constraints. This file reads the
 * constraints from the catalog of PostgreSQL and applies them to the staged rows.
 */

export const escapeIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Copies rows, given as JSON, to a staging table. Ignores columns that the shop does not have. */
export async function copyToStaging(client: Client, table: string, rows: AsyncIterable<string[]>): Promise<void> {
  const name = escapeIdentifier(table)
  await client.query(`create table moving.${name} as select * from ${name} with no data`)
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
     where table_schema = current_schema() and table_name = $1 and data_type = 'timestamp with time zone'`,
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

export interface InvalidRows {
  notes: ChangeNote[]
  /** Rows that the import must not lose, and cannot store. */
  problems: string[]
}

/**
 * Deletes duplicates, rows without a required value, and rows with a required reference to a missing row. Clears
 * other references to missing rows. Rows of `REQUIRED_ROW_TABLES` stay, and are returned as problems.
 */
export async function dropInvalidRows(client: Client, tables: readonly string[]): Promise<InvalidRows> {
  const steps = [
    ...(await missingValueSteps(client, tables)),
    ...(await duplicateSteps(client, tables)),
    ...(await orphanSteps(client, tables)),
  ]
  const notes = new Map<string, ChangeNote>()
  const required = steps.filter(({ table, drops }) => drops && REQUIRED_ROW_TABLES.includes(table))
  const repairs = steps.filter((step) => !required.includes(step))
  // A step can delete rows that other rows reference, so the steps repeat until no step changes a row.
  for (let isChanged = true; isChanged; ) {
    isChanged = false
    for (const { problem, drops, sql } of repairs) {
      const what = `${problem}: ${drops ? 'removed' : 'cleared'}`
      const { rows, ids } = await runRecorded(client, { what, sql })
      if (rows === 0) continue
      isChanged = true
      notes.set(what, { what, rows: rows + (notes.get(what)?.rows ?? 0), ids })
    }
  }
  const problems: string[] = []
  for (const { problem, sql } of required) {
    await client.query('savepoint required_rows')
    const { rows } = await client.query<{ id: string }>(`${sql} returning t.id`)
    await client.query('rollback to savepoint required_rows')
    if (rows.length > 0) problems.push(`${problem}: ${listIds(rows.map(({ id }) => id))}`)
  }
  return { notes: [...notes.values()], problems }
}

const LISTED_IDS = 20

const listIds = (ids: readonly string[]): string =>
  ids.length > LISTED_IDS
    ? `${ids.slice(0, LISTED_IDS).join(', ')} and ${ids.length - LISTED_IDS} more`
    : ids.join(', ')

/** Returns a line for each check constraint of the shop that staged rows violate. */
export async function violatedConstraints(client: Client, tables: readonly string[]): Promise<string[]> {
  const { rows: checks } = await client.query<{ table: string; name: string; condition: string }>(
    `select t.relname as table, c.conname as name, pg_get_expr(c.conbin, c.conrelid) as condition
     from pg_constraint c join pg_class t on t.oid = c.conrelid
     where c.contype = 'c' and c.connamespace = current_schema()::regnamespace and t.relname = any($1) order by 1, 2`,
    [tables],
  )
  const violations: string[] = []
  for (const { table, name, condition } of checks) {
    const { rows } = await client.query<{ row: string }>(
      `select to_jsonb(misfit) ->> 'id' as row from moving.${escapeIdentifier(table)} misfit where not (${condition})`,
    )
    if (rows.length > 0) violations.push(`${table} (${name}): ${listIds(rows.map(({ row }) => row))}`)
  }
  return violations
}

/** @throws StartError that names all problems. */
export function assertNoProblems(problems: readonly string[]): void {
  if (problems.length > 0) throw new StartError(`${FIX_IN_MEDUSA_MESSAGE}\n  ${problems.join('\n  ')}`)
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
     where i.indisunique and i.indexprs is null and t.relnamespace = current_schema()::regnamespace and t.relname = any($1)`,
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
    const places = [...(tables.includes(parent) ? ['moving.'] : []), ...(REPLACED_TABLES.includes(parent) ? [] : [''])]
    const absent = places.map(
      (place) =>
        `not exists (select from ${place}${escapeIdentifier(parent)} p where p.${escapeIdentifier(parent_column)} = t.${escapeIdentifier(column)})`,
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

export async function references(client: Client, which: string, names: unknown): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `select c.relname as child, ca.attname as column, p.relname as parent, pa.attname as parent_column,
       ca.attnotnull as is_needed
     from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class p on p.oid = f.confrelid
       join pg_attribute ca on ca.attrelid = c.oid and ca.attnum = f.conkey[1]
       join pg_attribute pa on pa.attrelid = p.oid and pa.attnum = f.confkey[1]
     where f.contype = 'f' and f.connamespace = current_schema()::regnamespace and cardinality(f.conkey) = 1 and ${which}
     order by 1, 2`,
    [names],
  )
  return rows
}

async function requiredColumns(client: Client, tables: readonly string[]): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select table_name as table, column_name as name, column_default as default from information_schema.columns
     where table_schema = current_schema() and is_nullable = 'NO' and table_name = any($1) order by table_name, ordinal_position`,
    [tables],
  )
  return rows
}
