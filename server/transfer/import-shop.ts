import type { Client } from 'pg'
import { type FileKey, parseFileKey } from '#entities/platform/file/file-key.ts'
import { StartError } from '#server/base/start-error.ts'
import { openClient } from '#server/database/databases.ts'
import type { ShopSchema } from '#server/database/shop-schema.ts'
import type { LocalFiles } from '#server/providers/local-files.ts'
import type { Line, ShopSize } from './shop-lines.ts'
import { columnList, SAME_TEXT_SQL, type Sequence, sequencesOf, type Table } from './tables.ts'
import { withoutConstraints } from './without-constraints.ts'

export interface ImportedShop {
  /** The address of a database with the tables of this version of the program. Its rows are replaced. */
  url: string
  schema: ShopSchema
  /** Undefined if the files are in a bucket. */
  files: LocalFiles | undefined
  /** Changes the rows before they are committed. */
  change?: (client: Client) => Promise<void>
}

/**
 * Replaces the rows of a shop and adds the files, in one transaction.
 * @throws StartError if the lines do not fit. Nothing has been changed then.
 */
export async function importShop(lines: AsyncIterable<Line>, shop: ImportedShop): Promise<ShopSize> {
  const client = await openClient(shop.url)
  const written: FileKey[] = []
  try {
    await client.query('begin')
    await client.query(SAME_TEXT_SQL)
    const size = await withoutConstraints(client, shop.schema, async (tables) => {
      const { files, schema } = shop
      const sequences = await sequencesOf(client, schema)
      const loaded = await new Loader(client, { files, tables, sequences, written }).load(lines)
      await shop.change?.(client)
      return loaded
    })
    await client.query('commit')
    await client.query('analyze')
    return size
  } catch (error) {
    for (const key of written) await shop.files?.delete(key)
    if (error instanceof StartError) throw error
    throw new StartError(`The shop was not imported: ${(error as Error).message}`, { cause: error })
  } finally {
    await client.end()
  }
}

/** Writes lines into a shop. */
class Loader {
  readonly #client: Client
  readonly #files: LocalFiles | undefined
  readonly #tables: ReadonlyMap<string, Table>
  readonly #sequences: ReadonlyMap<string, string>
  readonly #written: FileKey[]
  readonly #size: ShopSize = { tables: 0, rows: 0, files: 0 }
  #current: { table: Table; insert: string; rows: number } | undefined

  constructor(client: Client, { files, tables, sequences, written }: Target) {
    this.#client = client
    this.#files = files
    this.#tables = new Map(tables.map((table) => [table.name, table]))
    this.#sequences = new Map(sequences.map(({ name, sql }) => [name, sql]))
    this.#written = written
  }

  async load(lines: AsyncIterable<Line>): Promise<ShopSize> {
    const reader = new LineReader(lines)
    try {
      for (let line = await reader.take(); line; line = await reader.take()) {
        if ('table' in line) await this.#beginTable(line)
        else if ('rows' in line) await this.#addRows(line.rows)
        else if ('sequence' in line) await this.#setSequence(line)
        else if ('file' in line) await this.#addFile(parseFileKey(line.file), reader.takeBytes())
        else if ('end' in line) return await this.#end(line.end)
      }
      throw new StartError('The end of the shop is missing')
    } finally {
      await reader.close()
    }
  }

  async #beginTable({ table: name, columns }: { table: string; columns: string[] }): Promise<void> {
    await this.#endTable()
    const table = this.#tables.get(name)
    const unknown = table ? columns.filter((column) => !table.columns.includes(column)) : ['']
    if (!table || unknown.length > 0)
      throw new StartError(`${[name, ...unknown].filter(Boolean).join(', ')} of the shop does not exist here`)
    const list = columnList(columns)
    await this.#client.query('drop table if exists pg_temp.incoming')
    await this.#client.query(`create temp table incoming on commit drop as select ${list} from ${table.sql} limit 0`)
    // Without `offset`, PostgreSQL would read the text once for each column.
    const insert = `
      insert into ${table.sql} (${list}) overriding system value
      select (line).* from (select text::pg_temp.incoming as line from unnest($1::text[]) as text offset 0) as lines`
    this.#current = { table, insert, rows: 0 }
    this.#size.tables += 1
  }

  async #addRows(rows: string[]): Promise<void> {
    if (!this.#current) throw new StartError('The shop has rows without a table')
    await this.#client.query(this.#current.insert, [rows])
    this.#current.rows += rows.length
    this.#size.rows += rows.length
  }

  async #endTable(): Promise<void> {
    if (!this.#current) return
    const { table, rows } = this.#current
    const counted = await this.#client.query<{ count: number }>(`select count(*)::float8 as count from ${table.sql}`)
    if (counted.rows[0]?.count !== rows) throw new StartError(`Rows of ${table.name} are missing`)
    this.#current = undefined
  }

  async #setSequence({ sequence, value }: { sequence: string; value: string }): Promise<void> {
    const sql = this.#sequences.get(sequence)
    if (sql) await this.#client.query('select setval($1::regclass, $2::bigint)', [sql, value])
  }

  async #addFile(key: FileKey, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    if (!this.#files) throw new StartError('The shop has files, and this one has a bucket. Leave out S3_BUCKET.')
    this.#written.push(key)
    await this.#files.write(key, bytes)
    this.#size.files += 1
  }

  async #end(end: ShopSize): Promise<ShopSize> {
    await this.#endTable()
    if (JSON.stringify(end) !== JSON.stringify(this.#size))
      throw new StartError('Rows or files of the shop are missing')
    return this.#size
  }
}

interface Target extends Pick<ImportedShop, 'files'> {
  tables: readonly Table[]
  sequences: readonly Sequence[]
  written: FileKey[]
}

class LineReader {
  readonly #lines: AsyncIterator<Line>
  #ahead: Line | undefined

  constructor(lines: AsyncIterable<Line>) {
    this.#lines = lines[Symbol.asyncIterator]()
  }

  async take(): Promise<Line | undefined> {
    const ahead = this.#ahead
    this.#ahead = undefined
    if (ahead) return ahead
    const next = await this.#lines.next()
    return next.done ? undefined : next.value
  }

  /** The bytes of a file, up to the next line without bytes. */
  async *takeBytes(): AsyncGenerator<Uint8Array> {
    for (let line = await this.take(); line; line = await this.take()) {
      if (!('bytes' in line)) {
        this.#ahead = line
        return
      }
      yield Buffer.from(line.bytes, 'base64')
    }
  }

  async close(): Promise<void> {
    await this.#lines.return?.()
  }
}
