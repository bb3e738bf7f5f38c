export interface DatabaseSettings {
  /** The same database without a pooler before it, for what needs a session of its own: listening, and leases of jobs. */
  directUrl?: string | undefined
  /** Whether statements are prepared by name. Default: unless a pooler stands before the database. */
  prepares?: boolean | undefined
  /** Connections that this process keeps open at most, for requests and jobs. */
  poolMax?: number | undefined
  patience?: DatabaseTimeouts | undefined
}

/** How long is waited for a database that is slow or busy, in milliseconds. */
export interface DatabaseTimeouts {
  /** For a connection that is free, and for what others hold locked. */
  wait: number
  /** For any one statement. */
  statement: number
}

/** Where the environment says nothing. */
export const defaultTimeouts: DatabaseTimeouts = { wait: 10_000, statement: 60_000 }

/** Connections that one process keeps open at most, where the environment says nothing. */
export const defaultPoolSize = 10
