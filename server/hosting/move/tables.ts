import { createHash } from 'node:crypto'
import { escapeIdentifier, escapeLiteral } from 'pg'
import { InvalidData } from '#entities/errors.ts'
import { columnList } from '#server/transfer/tables.ts'
import { SCHEMA, type Side } from './side.ts'

export interface MovedTable {
  /** Schema and name, quoted. */
  name: string
  isUnlogged: boolean
  columns: string[]
  bytes: number
  /** A statement that lets the publication find its changed rows, for a table without a primary key. */
  identity: string | null
}

/** Returns the tables of all schemas. */
export const tablesOf = ({ query }: Pick<Side, 'query'>): Promise<MovedTable[]> =>
  query<MovedTable>(`
    select format('%I.%I', nspname, relname) as name, relpersistence = 'u' as "isUnlogged",
      pg_table_size(c.oid)::float8 as bytes,
      array(
        select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
        order by attname
      ) as columns,
      case when relpersistence = 'p' and relreplident = 'd' and not exists (
        select from pg_index where indrelid = c.oid and indisprimary
      ) then coalesce((
        select 'using index ' || quote_ident(i.relname) from pg_index x join pg_class i on i.oid = x.indexrelid
        where x.indrelid = c.oid and indisunique and indisvalid and indimmediate and indpred is null and indexprs is null
          and not exists (
            select from pg_attribute where attrelid = c.oid and attnum = any (indkey) and not attnotnull
          ) limit 1
      ), 'full') end as identity
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where relkind = 'r' and relpersistence <> 't' and nspname not in ('pg_catalog', 'information_schema', '${SCHEMA}')
      and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
    order by 1`)

/** @throws InvalidData if the copy has no place for a table or a column of the shop. */
export function assertComplete(of: readonly MovedTable[], copy: readonly MovedTable[]): void {
  const columnsOf = (tables: readonly MovedTable[]) =>
    tables.flatMap(({ name, columns }) => [name, ...columns.map((column) => `${name}.${column}`)])
  const known = new Set(columnsOf(copy))
  const missing = columnsOf(of).filter((name) => !known.has(name))
  if (missing.length > 0)
    throw new InvalidData(
      `The program does not create ${missing.slice(0, 10).join(', ')}, so a move would lose it. Add the plugin of it, or drop it.`,
    )
}

/** Identifies the migrations of the core, the plugins and the jobs that a database has. */
export async function migrationsIn({ query }: Pick<Side, 'query'>, tables: readonly MovedTable[]): Promise<string> {
  const histories = tables.filter(({ name }) => HISTORY.test(name))
  const lists = histories.map(
    ({ name }) =>
      `select ${escapeLiteral(name)} || ' ' || (to_jsonb(t) - 'executed_at' - 'ts')::text as row from ${name} t`,
  )
  const rows = await query<{ row: string }>(`${lists.join(' union all ')} order by 1`)
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex')
}

const HISTORY = /\.schema_migration(_\w+)?$|^graphile_worker\.migrations$/

/** Returns the numbers of rows by table. */
export async function countRows(
  { query }: Pick<Side, 'query'>,
  tables: readonly Pick<MovedTable, 'name'>[],
): Promise<Map<string, string>> {
  if (tables.length === 0) return new Map()
  const counts = tables.map(({ name }) => `select ${escapeLiteral(name)} as name, count(*)::text as rows from ${name}`)
  const rows = await query<{ name: string; rows: string }>(counts.join(' union all '))
  return new Map(rows.map((row) => [row.name, row.rows]))
}

/** Returns the tables with different numbers of rows. */
export async function compareRows(
  one: Pick<Side, 'query'>,
  other: Pick<Side, 'query'>,
  tables: readonly Pick<MovedTable, 'name'>[],
): Promise<string[]> {
  const [left, right] = await Promise.all([countRows(one, tables), countRows(other, tables)])
  return [...left]
    .filter(([name, rows]) => right.get(name) !== rows)
    .map(([name, rows]) => `${name} has ${rows} rows and ${right.get(name)} in the copy`)
}

/** Sets the sequences of the copy to those of the shop, or `ahead` of them while the shop still uses more numbers. */
export async function copySequences(source: Side, target: Side, { ahead = 0 } = {}): Promise<void> {
  const sequences = await source.query<{ call: string }>(`
    select format('setval(%L, %s)', format('%I.%I', schemaname, sequencename), last_value + ${ahead}) as call
    from pg_sequences where last_value is not null`)
  if (sequences.length > 0) await target.query(`select ${sequences.map(({ call }) => call).join(', ')}`)
}

/** Replication leaves out unlogged tables. */
export async function copyUnlogged(source: Side, target: Side, tables: readonly MovedTable[]): Promise<void> {
  for (const { name, columns } of tables.filter(({ isUnlogged }) => isUnlogged)) {
    const list = columnList(columns)
    const [row] = await source.query<{ rows: string }>(
      `select coalesce(json_agg(json_build_object(${columns.map((column) => `${escapeLiteral(column)}, ${escapeIdentifier(column)}`).join(', ')})), '[]')::text as rows from ${name}`,
    )
    await target.query(`delete from ${name}`)
    await target.query(`insert into ${name} (${list}) select ${list} from json_populate_recordset(null::${name}, $1)`, [
      row!.rows,
    ])
  }
}
