import type { MikroORM } from '@mikro-orm/postgresql'

interface Table {
  columns: readonly string[]
  /** Columns of each unique index, except the primary key. */
  uniqueIndexes: readonly (readonly string[])[]
  /** The table of each foreign key column. */
  parents: Readonly<Record<string, string>>
}

type Row = Record<string, unknown>

const MAX_SOURCES = 4

/**
 * Copies some rows of each table, `copies` times each. A copy gets new values in unique columns. If such a column is a foreign
 * key, its row is copied too.
 */
export async function copyRows(orm: MikroORM, tables: readonly string[], copies: number): Promise<void> {
  const copier = new RowCopier(orm)
  for (const table of tables) await copier.copyTable(table, copies)
}

class RowCopier {
  readonly #orm: MikroORM
  readonly #tables = new Map<string, Table>()
  #serial = 0

  constructor(orm: MikroORM) {
    this.#orm = orm
  }

  async copyTable(name: string, copies: number): Promise<void> {
    const { columns, uniqueIndexes } = await this.#table(name)
    if (!columns.includes('id')) return
    const sources = await this.#execute<Row>(`select * from "${name}" order by 1 limit ${MAX_SOURCES}`)
    const variations = Math.max(1, ...uniqueIndexes.map(({ length }) => length))
    for (const source of sources)
      for (let i = 0; i < variations * copies; i++) await this.#copy(name, source, i % variations)
  }

  /** Changes the column at `variation` of each unique index. Returns the id of the copy, or undefined if PostgreSQL refuses it. */
  async #copy(name: string, { id }: Row, variation: number): Promise<string | undefined> {
    const { columns, uniqueIndexes, parents } = await this.#table(name)
    const [source] = await this.#execute<Row>(`select * from "${name}" where id = ?`, [id])
    const values: Row = { id: `${String(id).split('_')[0]}_copy${++this.#serial}` }
    for (const index of uniqueIndexes) {
      const column = index[Math.min(variation, index.length - 1)] ?? ''
      const value = source?.[column]
      if (value === null || value === undefined) continue
      const parent = parents[column]
      values[column] = parent ? await this.#copy(parent, { id: value }, 0) : this.#newValue(value)
    }
    const list = columns.map((column) => `"${column}"`).join(', ')
    const copied = columns.map((column) => (column in values ? `copy."${column}"` : `t."${column}"`)).join(', ')
    const sql = `insert into "${name}" (${list})
      select ${copied} from "${name}" t, jsonb_populate_record(null::"${name}", ?) copy where t.id = ?`
    try {
      await this.#execute(sql, [JSON.stringify(values), id])
      return String(values.id)
    } catch {
      return undefined
    }
  }

  #newValue(value: unknown): unknown {
    const serial = ++this.#serial
    return typeof value === 'number' ? value + 1_000_000 + serial : `${value}-copy${serial}`
  }

  async #table(name: string): Promise<Table> {
    const known = this.#tables.get(name)
    if (known) return known
    const columns = await this.#execute<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_schema = current_schema() and table_name = ? and is_generated = 'NEVER'`,
      [name],
    )
    const uniqueIndexes = await this.#execute<{ names: string[] }>(
      `select array(select attname::text from pg_attribute where attrelid = indrelid and attnum = any(indkey)) as names
       from pg_index where indrelid = ?::regclass and indisunique and not indisprimary`,
      [`"${name}"`],
    )
    const parents = await this.#execute<{ name: string; parent: string }>(
      `select attname as name, parent.relname as parent from pg_constraint
       join pg_class parent on parent.oid = confrelid join pg_attribute on attrelid = conrelid and attnum = conkey[1]
       where conrelid = ?::regclass and contype = 'f' and cardinality(conkey) = 1`,
      [`"${name}"`],
    )
    const table = {
      columns: columns.map((column) => column.name),
      uniqueIndexes: uniqueIndexes.map(({ names }) => names),
      parents: Object.fromEntries(parents.map((one) => [one.name, one.parent])),
    }
    this.#tables.set(name, table)
    return table
  }

  #execute<Found extends object>(sql: string, values: readonly unknown[] = []): Promise<Found[]> {
    return this.#orm.em.fork().execute<Found[]>(sql, values)
  }
}
