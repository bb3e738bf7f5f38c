import { Client } from 'pg'
import { StartError } from '#server/process/start-error.ts'

const CONNECT_TIMEOUT = 10_000

/** Returns whether a pooler is in front of PostgreSQL. Then a query and the handshake have different process IDs. */
export const isPooled = (url: string, variable: string): Promise<boolean> =>
  connectTo({ url, variable }, async (client) => {
    const { processID } = client as Client & { processID?: number }
    return processID !== (await sessionOf(client))
  })

/** Returns whether a pooler gives the session of one open connection to another one, as in transaction mode. */
export const sharesSessions = (url: string, variable: string): Promise<boolean> =>
  connectTo({ url, variable }, async (first) => {
    const session = await sessionOf(first)
    return connectTo({ url, variable }, async (second) => session === (await sessionOf(second)))
  })

/** Returns the ID of the process of PostgreSQL. */
async function sessionOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]!.pid
}

/** @throws StartError that names the variable of the address. */
async function connectTo<Result>(
  { url, variable }: { url: string; variable: string },
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({
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
    throw new StartError(`${connectionErrorMessage(error, new URL(url))}. Check ${variable}.`)
  } finally {
    void client.end().catch(() => {})
  }
}

function connectionErrorMessage(error: unknown, url: URL): string {
  const host = `${url.hostname}:${url.port || 5432}`
  const { code, message } = error as Error & { code?: string }
  if (/timeout/i.test(message)) return `PostgreSQL at ${host} does not respond`
  switch (code) {
    case 'ECONNREFUSED':
      return `Nothing listens at ${host}`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `Host not found: ${url.hostname}`
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `PostgreSQL at ${host} does not respond`
    case '28P01':
    case '28000':
      return `PostgreSQL at ${host} rejected the user or the password`
    case '3D000':
      return `PostgreSQL at ${host} has no database ${url.pathname.slice(1)}`
    default:
      return `Cannot connect to PostgreSQL at ${host} (${firstLine(message)})`
  }
}

function firstLine(text: string): string {
  return text.split('\n')[0]!
}
