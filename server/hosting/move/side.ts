import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { PROBE_APPLICATION } from '#database/hosts/find-host.ts'
import { breakConnection } from '#database/hosts/host-list.ts'
import { waitWithTimeout } from '#entities/platform/remote/with-timeout.ts'
import { StartError } from '#server/base/start-error.ts'
import { addressOf, openClient } from '#server/database/databases.ts'
import type { Directory, ShopRecord } from '../directory.ts'
import { isOfConnection } from '../server-states.ts'

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
  /** @throws StartError if the server does not respond. */
  query<Row extends object = Record<string, unknown>>(sql: string, values?: unknown[]): Promise<Row[]>
  /** Like `query`, for a statement that takes milliseconds. A server that is silent for longer does not respond. */
  look: Side['query']
  /** Opens another connection. */
  another(): Promise<Client>
  /** Ends the connections. Their statements fail. */
  leave(): void
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
  const clients = new Set<Client>()
  const leave = () => {
    for (const client of clients) breakConnection(client)
  }
  const another = async (): Promise<Client> => {
    try {
      const client = await openClient(place.databaseUrl, CONNECTION)
      clients.add(client)
      client.once('end', () => clients.delete(client))
      await client.query(SESSION)
      return client
    } catch (error) {
      throw named(place.server, error)
    }
  }
  const own = await another().catch((error) => {
    leave()
    throw error
  })
  return {
    ...{ ...place, another, leave },
    query: queryOf(own, place),
    look: queryOf(own, { ...place, silence: SILENCE }),
    async [Symbol.asyncDispose]() {
      // A server that does not respond does not end the connection.
      await waitWithTimeout(FAREWELL, () => own.end())
      leave()
    },
  }
}

/** Runs work with the side until the signal, which ends the connections of the side. @throws the reason of the signal */
export async function untilSignal<Result>(
  signal: AbortSignal | undefined,
  side: Pick<Side, 'leave'>,
  work: () => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted()
  signal?.addEventListener('abort', side.leave)
  try {
    return await work()
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', side.leave)
  }
}

/** Milliseconds until a connection is open. */
const CONNECTION = { application_name: APPLICATION, connectionTimeoutMillis: 10_000 }
/** Milliseconds without a response to `look`. */
const SILENCE = 20_000
/** Milliseconds for the end of a connection. */
const FAREWELL = 2000

/** Names the server in the error of one that does not respond. */
const named = (server: string, error: unknown): unknown =>
  isOfConnection(error)
    ? new StartError(`The PostgreSQL server ${server} does not respond: ${(error as Error).message}`, {
        cause: error,
      }).because({ name: 'server_silent', server })
    : error

interface Queried extends Pick<Place, 'server'> {
  /** Milliseconds without a response. */
  silence?: number
}

/** Returns a function that returns the rows of a statement. */
export const queryOf =
  (client: Client, { server, silence }: Queried): Side['query'] =>
  async <Row extends object>(text: string, values?: unknown[]) => {
    try {
      const limit = silence === undefined ? {} : { query_timeout: silence }
      return (await client.query<Row>({ text, ...(values ? { values } : {}), ...limit })).rows
    } catch (error) {
      throw named(server, error)
    }
  }

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
