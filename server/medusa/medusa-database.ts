import { Client } from 'pg'
import { StartError } from '#server/start-error.ts'

/** The database of a Medusa v1 shop, as it is at one moment. Nothing in it is changed. */
export interface MedusaDatabase extends AsyncDisposable {
  /** Its tables, with the names of their columns. */
  tables: ReadonlyMap<string, readonly string[]>
  /** What a query answers, as the texts of JSON objects, some thousand at a time. */
  read(select: string): AsyncIterable<string[]>
}

/** @throws StartError where there is no such database, or not one of Medusa 1.20. */
export async function openMedusaDatabase(url: string): Promise<MedusaDatabase> {
  const client = new Client({ connectionString: url, application_name: 'cartwright-import' })
  // A connection that ends is told by the query that needs it.
  client.on('error', () => {})
  await client.connect().catch((error) => {
    throw new StartError(`The database of Medusa cannot be reached: ${error.message}`)
  })
  const close = () => client.end()
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query('set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0')
    const tables = await tablesOf(client)
    const missing = NEWEST.filter((name) => !tables.has(name))
    if (missing.length > 0) throw new StartError(`${NOT_OF_MEDUSA} (missing: ${missing.join(', ')})`)
    return { tables, read: (select) => read(client, select), [Symbol.asyncDispose]: close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Tables that only the newest versions of v1 have. */
const NEWEST = ['store', 'product_variant_money_amount', 'product_shipping_profile', 'publishable_api_key']
const NOT_OF_MEDUSA =
  'This is not a database of Medusa 1.20. An older one is first brought up to date by Medusa itself: `medusa migrations run`'

async function tablesOf(client: Client): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns where table_schema = 'public' group by table_name`)
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

/** How many rows are held in memory at once. */
const PAGE = 2000

async function* read(client: Client, select: string): AsyncGenerator<string[]> {
  await client.query(`declare page no scroll cursor for select to_jsonb(found)::text as row from (${select}) found`)
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${PAGE} from page`)
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
  }
  await client.query('close page')
}
