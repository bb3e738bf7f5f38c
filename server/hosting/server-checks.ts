import { waitWithTimeout } from '#entities/platform/remote/with-timeout.ts'
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
  readonly #running = new Map<string, Promise<void>>()

  /** Returns the present state, or the last known one of a server that does not respond at once. */
  async check(server: DatabaseServer): Promise<CheckedServer> {
    const { name } = server
    const wait = this.#last.get(name) === 'down' ? 0 : WAIT
    await waitWithTimeout(wait, () => this.#running.get(name) ?? this.#begin(server))
    return this.#last.get(name) ?? 'unknown'
  }

  #begin({ name, url }: DatabaseServer): Promise<void> {
    const running = databasesOf(url)
      .catch((): CheckedServer => 'down')
      .then((state) => {
        this.#last.set(name, state)
        this.#running.delete(name)
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
