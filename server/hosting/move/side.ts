import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { PROBE_APPLICATION } from '#database/hosts/find-host.ts'
import { addressOf, openClient } from '#server/database/databases.ts'
import type { Directory, ShopRecord } from '../directory.ts'

/** A database of a moving shop. */
export interface Place {
  /** The name of its server in the directory, or its host. */
  server: string
  serverUrl: string
  databaseUrl: string
  database: string
}

/** A database of a moving shop, with the connection of the command. */
export interface Side extends Place, AsyncDisposable {
  query<Row extends object = Record<string, unknown>>(sql: string, values?: unknown[]): Promise<Row[]>
  /** Opens another connection. */
  another(): Promise<Client>
}

const APPLICATION = 'cartwright move'

/** A limit of the role or the database would end the transaction that holds the locks. */
const SESSION = `
  set default_transaction_read_only = off; set statement_timeout = 0; set lock_timeout = 0;
  set idle_in_transaction_session_timeout = 0; set idle_session_timeout = 0`

/** The schema of the things of a move. The shop does not know it. */
export const SCHEMA = 'cartwright_move'

/** The name of the publication, the subscription and the slot of a shop. Slots of all databases of a server share their names. */
export const linkOf = ({ database }: Pick<Side, 'database'>): string =>
  `cartwright_${createHash('sha256').update(database).digest('hex').slice(0, 24)}`

/** Connects to a database that may refuse changes of the shop. */
export async function openSide({ databaseUrl: address, ...rest }: Place): Promise<Side> {
  // Of several hosts, the primary can refuse changes of the shop.
  const place = {
    ...rest,
    databaseUrl: address.replace('target_session_attrs=read-write', 'target_session_attrs=primary'),
  }
  const another = async (): Promise<Client> => {
    const client = await openClient(place.databaseUrl, { application_name: APPLICATION })
    await client.query(SESSION)
    return client
  }
  const own = await another()
  return {
    ...place,
    another,
    query: queryOf(own),
    [Symbol.asyncDispose]: () => own.end(),
  }
}

/** Returns a function that returns the rows of a statement. */
export const queryOf =
  (client: Client): Side['query'] =>
  async <Row extends object>(sql: string, values?: unknown[]) =>
    (await client.query<Row>(sql, values)).rows

/** The place of the copy of a shop at another server of the directory. */
export async function placeOfCopy(directory: Directory, { database }: ShopRecord, server: string): Promise<Place> {
  const { url: serverUrl } = await directory.servers.get(server)
  return { server, serverUrl, database, databaseUrl: addressOf(serverUrl, database) }
}

/** Connects to the copy of a shop at another server. */
export const openFollower = async (directory: Directory, record: ShopRecord, server: string): Promise<Side> =>
  openSide(await placeOfCopy(directory, record, server))

/** Returns the number of connections of others to the database. */
export async function countOthers({ query }: Pick<Side, 'query'>): Promise<number> {
  const [row] = await query<{ count: number }>(`select count(*)::int as count ${OTHERS}`)
  return row!.count
}

export const endOthers = ({ query }: Pick<Side, 'query'>): Promise<unknown> =>
  query(`select pg_terminate_backend(pid) ${OTHERS}`)

/** Ends connections that have sent nothing for a time outside of a transaction. */
export const endIdle = ({ query }: Pick<Side, 'query'>, milliseconds: number): Promise<unknown> =>
  query(
    `select pg_terminate_backend(pid) ${OTHERS} and state = 'idle' and state_change < clock_timestamp() - $1::int * interval '1 millisecond'`,
    [milliseconds],
  )

const OTHERS = `from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and usename = current_user
    and application_name not in ('${APPLICATION}', '${PROBE_APPLICATION}')`
