export interface DatabaseSettings {
  /** The database address without a pooler. LISTEN and the leases of workers need a session. */
  directUrl?: string | undefined
  /** Whether to use named prepared statements. Default: true, unless there is a pooler. */
  prepares?: boolean | undefined
  poolMax?: number | undefined
  timeouts?: DatabaseTimeouts | undefined
}

export interface DatabaseTimeouts {
  /** Maximum time to wait for a free connection, and for a lock, in milliseconds. */
  wait: number
  /** Maximum time of one statement, in milliseconds. */
  statement: number
}

export const defaultTimeouts: DatabaseTimeouts = { wait: 10_000, statement: 60_000 }

export const defaultPoolSize = 10
