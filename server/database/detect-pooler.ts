import type { Client } from 'pg'
import { hostsOf, parseAddress } from '#database/hosts/database-address.ts'
import { DatabaseClient } from '#database/hosts/database-client.ts'
import { IS_CLUSTER_SQL } from '#database/hosts/find-node.ts'
import { StartError } from '#server/base/start-error.ts'
import type { SessionSchema } from './shop-schema.ts'

const CONNECT_TIMEOUT = 10_000

export interface InspectedAddress extends SessionSchema {
  /** Whether a pooler is in front of PostgreSQL. Then a query and the handshake have different process IDs. */
  pooled: boolean
  /** The schema of the product search, if the search path lacks it, or null. */
  missing_schema: string | null
  /** Whether the address is that of a Citus cluster. */
  is_cluster: boolean
}

export const inspectAddress = (url: string, variable: string): Promise<InspectedAddress> =>
  connectTo({ url, variable }, async (client) => {
    const { processID } = client as Client & { processID?: number }
    const { pid, ...session } = await sessionOf(client)
    return { ...session, pooled: processID !== pid }
  })

export interface DirectAddress extends SessionSchema {
  /** Whether a pooler gives the session of one open connection to another one, as in transaction mode. */
  sharesSessions: boolean
}

export const inspectDirectAddress = (url: string, variable: string): Promise<DirectAddress> =>
  connectTo({ url, variable }, async (first) => {
    const { pid, ...session } = await sessionOf(first)
    const isSame = await connectTo({ url, variable }, async (second) => pid === (await sessionOf(second)).pid)
    return { ...session, sharesSessions: isSame }
  })

type Session = Omit<InspectedAddress, 'pooled'> & { pid: number }

async function sessionOf(client: Client): Promise<Session> {
  const { rows } = await client.query<Session>(SESSION_SQL)
  return rows[0]!
}

const SESSION_SQL = `
  select pg_backend_pid() as pid, current_schema() as schema, current_setting('search_path') as search_path,
    nullif(needed.schema, case when needed.schema = any(current_schemas(false)) then needed.schema end)
      as missing_schema, ${IS_CLUSTER_SQL}
  from (
    select coalesce((
      select nspname from pg_extension join pg_namespace n on n.oid = extnamespace where extname = 'pg_trgm'
    ), 'public') as schema
  ) needed`

/** @throws StartError that names the variable of the address. */
async function connectTo<Result>(
  { url, variable }: { url: string; variable: string },
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new DatabaseClient({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    query_timeout: CONNECT_TIMEOUT,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`${connectionErrorMessage(error, url)}. Check ${variable}.`, { cause: error })
  } finally {
    void client.end().catch(() => {})
  }
}

function connectionErrorMessage(error: unknown, url: string): string {
  const host = hostsOf(url)
  const { code, message, hostname } = error as Error & { code?: string; hostname?: string }
  if (/timeout/i.test(message)) return `PostgreSQL at ${host} does not respond`
  switch (code) {
    case 'ECONNREFUSED':
      return `Nothing listens at ${host}`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `Host not found: ${hostname ?? host}`
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `PostgreSQL at ${host} does not respond`
    case '28P01':
    case '28000':
      return `PostgreSQL at ${host} rejected the user or the password`
    case '3D000':
      return `PostgreSQL at ${host} has no database ${new URL(parseAddress(url).urls[0]).pathname.slice(1)}`
    default:
      return `Cannot connect to PostgreSQL at ${host} (${firstLine(message)})`
  }
}

function firstLine(text: string): string {
  return text.split('\n')[0]!
}
