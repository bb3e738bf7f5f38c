import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Client } from 'pg'
import { NotFound } from '#entities/errors.ts'
import { isFileKey } from '#entities/platform/file/file-key.ts'
import { openClient } from '#server/database/databases.ts'
import type { ShopSchema } from '#server/database/shop-schema.ts'
import type { LocalFiles } from '#server/providers/local-files.ts'
import type { Line, ShopSize } from './shop-lines.ts'
import { columnList, SAME_TEXT_SQL, sequencesOf, tablesOf } from './tables.ts'

export interface ExportedShop {
  url: string
  schema: ShopSchema
  /** Undefined if the files are in a bucket, where they stay. */
  files: LocalFiles | undefined
  migrations: readonly string[]
  /** The environment variables, encrypted. */
  variables: string | null
}

const ROWS = 200

/** Returns a shop as text: the database as it is at one moment, and the files. */
export async function* exportShop({ url, schema, files, migrations, variables }: ExportedShop): AsyncGenerator<Line> {
  const written_at = new Date().toISOString()
  yield { header: { format: 'cartwright shop', version: 1, migrations: [...migrations], written_at, variables } }
  const size = { tables: 0, rows: 0, files: 0 }
  const client = await openClient(url)
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(SAME_TEXT_SQL)
    yield* exportTables(client, schema, size)
    for (const { name, value } of await sequencesOf(client, schema)) if (value !== null) yield { sequence: name, value }
  } finally {
    await client.end()
  }
  if (files) yield* exportFiles(files, size)
  yield { end: size }
}

async function* exportTables(client: Client, schema: ShopSchema, size: ShopSize): AsyncGenerator<Line> {
  for (const { name, sql, columns } of await tablesOf(client, schema)) {
    yield { table: name, columns }
    size.tables += 1
    await client.query(`declare exported cursor for select row(${columnList(columns)})::text as row from ${sql}`)
    for (;;) {
      const { rows } = await client.query<{ row: string }>(`fetch ${ROWS} from exported`)
      if (rows.length === 0) break
      yield { rows: rows.map(({ row }) => row) }
      size.rows += rows.length
    }
    await client.query('close exported')
  }
}

async function* exportFiles(files: LocalFiles, size: ShopSize): AsyncGenerator<Line> {
  for (const key of await keysIn(files.directory)) {
    // The shop can delete a file during the export.
    const bytes = isFileKey(key) && (await files.stat(key)) && (await files.read(key).catch(ignoreMissing))
    if (!bytes) continue
    yield { file: key }
    for await (const chunk of bytes) yield { bytes: Buffer.from(chunk).toString('base64') }
    size.files += 1
  }
}

const ignoreMissing = (error: unknown): undefined => {
  if (!(error instanceof NotFound)) throw error
}

async function keysIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .toSorted()
}
