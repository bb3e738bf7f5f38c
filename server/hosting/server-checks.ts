import { openClient } from '#server/database/databases.ts'
import type { DatabaseServer } from './database-servers.ts'

/** Milliseconds that a caller waits for a server. */
const WAIT = 500
/** Milliseconds until a server counts as one that does not respond. */
const LIMIT = 5000

/** The names of the databases of a server. `unknown` before the first response. */
export type CheckedServer = ReadonlySet<string> | 'down' | 'unknown'

/** Asks PostgreSQL servers for their databases. One that is down delays no caller twice. */
export class ServerChecks {
  readonly #last = new Map<string, CheckedServer>()
  readonly #running = new Map<string, Promise<CheckedServer>>()

  /** Returns the present state, or the last known one of a server that does not respond at once. */
  async check(server: DatabaseServer): Promise<CheckedServer> {
    const { promise: late, resolve } = Promise.withResolvers<CheckedServer>()
    const last = this.#last.get(server.name) ?? 'unknown'
    const timer = setTimeout(() => resolve(last), last === 'down' ? 0 : WAIT)
    try {
      return await Promise.race([this.#running.get(server.name) ?? this.#begin(server), late])
    } finally {
      clearTimeout(timer)
    }
  }

  #begin({ name, url }: DatabaseServer): Promise<CheckedServer> {
    const running = databasesOf(url)
      .catch((): CheckedServer => 'down')
      .then((state) => {
        this.#last.set(name, state)
        this.#running.delete(name)
        return state
      })
    this.#running.set(name, running)
    return running
  }
}

async function databasesOf(url: string): Promise<ReadonlySet<string>> {
  const client = await openClient(url, { connectionTimeoutMillis: LIMIT, query_timeout: LIMIT })
  try {
    const { rows } = await client.query<{ name: string }>('select datname as name from pg_database')
    return new Set(rows.map(({ name }) => name))
  } finally {
    await client.end()
  }
}
