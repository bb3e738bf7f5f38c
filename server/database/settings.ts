export interface DatabaseSettings {
  /** The address without a pooler. LISTEN and the leases of jobs need it. */
  directUrl?: string | undefined
  /** Whether to use named prepared statements. Default: true, unless there is a pooler. */
  prepares?: boolean | undefined
  poolMax?: number | undefined
  timeouts?: DatabaseTimeouts | undefined
}

/** Timeouts in milliseconds. */
export interface DatabaseTimeouts {
  /** For a free connection, and for a lock. */
  wait: number
  /** For a single statement. */
  statement: number
}

export const defaultTimeouts: DatabaseTimeouts = { wait: 10_000, statement: 60_000 }

export const defaultPoolSize = 10
