import { Client } from 'pg'
import { StartError } from '#server/base/start-error.ts'

export interface MedusaDatabase extends AsyncDisposable {
  tables: ReadonlySet<string>
  columns: readonly { table: string; name: string }[]
  countFilledRows(column: { table: string; name: string }): Promise<number>
  /** Yields pages of rows. Each row is a JSON text. */
  read(select: string): AsyncIterable<string[]>
}

/** @throws StartError if the database is unavailable, or does not belong to Medusa 1.20. */
export async function openMedusaDatabase(url: string): Promise<MedusaDatabase> {
  const client = new Client({ connectionString: url, application_name: 'cartwright-import' })
  client.on('error', () => {})
  await client.connect().catch((error) => {
    throw new StartError(`Cannot connect to the Medusa database: ${error.message}`)
  })
  const close = () => client.end()
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query('set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0')
    const tables = await tablesOf(client)
    const missing = REQUIRED_TABLES.filter((name) => !tables.has(name))
    if (missing.length > 0) throw new StartError(`${NOT_MEDUSA_MESSAGE} (missing: ${missing.join(', ')})`)
    return {
      tables,
      columns: await columnsOf(client),
      countFilledRows: (column) => countFilledRows(client, column),
      read: (select) => readRowPages(client, select),
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const REQUIRED_TABLES = ['store', 'product_variant_money_amount', 'product_shipping_profile', 'publishable_api_key']
const NOT_MEDUSA_MESSAGE =
  'The database is not of Medusa 1.20. Upgrade an older database with `medusa migrations run` first'

async function tablesOf(client: Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = current_schema()`,
  )
  return new Set(rows.map(({ name }) => name))
}

async function columnsOf(client: Client) {
  const { rows } = await client.query<{ table: string; name: string }>(
    `select table_name as table, column_name as name from information_schema.columns
     where table_schema = current_schema() order by 1, 2`,
  )
  return rows
}

async function countFilledRows(client: Client, { table, name }: { table: string; name: string }): Promise<number> {
  const column = client.escapeIdentifier(name)
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from ${client.escapeIdentifier(table)} where ${column} is not null and ${column}::text not in ('', '{}')`,
  )
  return rows[0]!.count
}

const PAGE = 2000

async function* readRowPages(client: Client, select: string): AsyncGenerator<string[]> {
  await client.query(`declare page no scroll cursor for select to_jsonb(found)::text as row from (${select}) found`)
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${PAGE} from page`)
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
  }
  await client.query('close page')
}
