import type { MikroORM } from '@mikro-orm/postgresql'

/** The rows of each table as objects without times and generated numbers. New ids are equal. */
export type TableState = ReadonlyMap<string, readonly Row[]>
type Row = Readonly<Record<string, unknown>>

const ID = /\b[a-z][a-z_]*_[0-9A-Za-z]{16,}\b/g

/** Reads these tables. `knownIds` are the ids that existed before the calls. */
export async function readState(
  orm: MikroORM,
  tables: readonly string[],
  knownIds: ReadonlySet<string>,
): Promise<TableState> {
  const generated = await generatedColumns(orm)
  const state = new Map<string, Row[]>()
  for (const { table, row } of await readRows(orm, tables)) {
    const kept = Object.entries(row).filter(([name]) => !generated.has(`${table}.${name}`))
    const text = JSON.stringify(Object.fromEntries(kept)).replace(ID, (id) => (knownIds.has(id) ? id : 'a new id'))
    state.set(table, [...(state.get(table) ?? []), JSON.parse(text)])
  }
  return state
}

export async function readIds(orm: MikroORM, tables: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await readRows(orm, tables)
  return new Set(rows.flatMap(({ row }) => JSON.stringify(row).match(ID) ?? []))
}

async function readRows(
  orm: MikroORM,
  tables: readonly string[],
): Promise<{ table: string; row: Record<string, unknown> }[]> {
  if (tables.length === 0) return []
  const each = tables.map((table) => `select '${table}' as "table", to_jsonb(t) as row from "${table}" t`)
  return orm.em.fork().execute(each.join(' union all '))
}

/** The columns whose values depend on the time or on the order of the calls: times, and numbers of sequences. */
async function generatedColumns(orm: MikroORM): Promise<ReadonlySet<string>> {
  const columns = await orm.em.fork().execute<{ name: string }[]>(
    `select relname || '.' || attname as name
     from pg_attribute a join pg_class c on c.oid = attrelid left join pg_attrdef d on adrelid = c.oid and adnum = attnum
     where relnamespace = current_schema()::regnamespace and attnum > 0 and (
       atttypid in ('timestamptz'::regtype, 'timestamp'::regtype, 'date'::regtype)
       or attidentity <> '' or pg_get_expr(adbin, adrelid) like 'nextval%')`,
  )
  return new Set(columns.map(({ name }) => name))
}

/** Returns the tables whose rows differ, without the columns in `volatile`. The order of rows does not matter. */
export function differentTables(a: TableState, b: TableState, volatile: ReadonlySet<string> = new Set()): string[] {
  const tables = new Set([...a.keys(), ...b.keys()])
  return [...tables].filter((table) => sortedRows(a, table, volatile) !== sortedRows(b, table, volatile))
}

/** Returns the columns (`table.column`) whose values differ. */
export function differentColumns(a: TableState, b: TableState): string[] {
  return differentTables(a, b).flatMap((table) => {
    const names = new Set([...(a.get(table) ?? []), ...(b.get(table) ?? [])].flatMap((row) => Object.keys(row)))
    const valuesOf = (state: TableState, name: string) =>
      (state.get(table) ?? [])
        .map((row) => JSON.stringify(row[name]))
        .toSorted()
        .join()
    return [...names].filter((name) => valuesOf(a, name) !== valuesOf(b, name)).map((name) => `${table}.${name}`)
  })
}

function sortedRows(state: TableState, table: string, volatile: ReadonlySet<string>): string {
  return (state.get(table) ?? [])
    .map((row) =>
      JSON.stringify(
        Object.entries(row)
          .filter(([name]) => !volatile.has(`${table}.${name}`))
          .toSorted(),
      ),
    )
    .toSorted()
    .join('\n')
}
