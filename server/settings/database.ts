export interface DatabaseSettings {
  /** The database address without a pooler, because LISTEN and the leases of workers need a session. */
  directUrl?: string | undefined
  /** Whether to use named prepared statements. Default: true without a pooler, and false with one. */
  prepares?: boolean | undefined
  poolMax?: number | undefined
  timeouts?: DatabaseTimeouts | undefined
}

export interface DatabaseTimeouts {
  /** Maximum time to wait for a free connection or a lock, in milliseconds. */
  wait: number
  /** Maximum time of one statement, in milliseconds. */
  statement: number
  /**
   * Maximum time between two statements of a transaction, in milliseconds. Default: five minutes. It exceeds the timeout of a
   * request, so only a job, a command or a failed machine reaches it.
   */
  idle?: number
}

export const defaultTimeouts: DatabaseTimeouts = { wait: 10_000, statement: 60_000 }

export const defaultIdleTimeout = 5 * 60_000

export const defaultPoolSize = 10
