import type { OpenApiMeta } from 'trpc-openapi'

export type Access = 'open' | 'customer' | 'admin'

interface ProcedureOptions {
  /** HTTP status of a success over REST. Default: 200. */
  status?: number
  /** Creates an idempotency key if the request has none, and names it in the response. */
  issuesIdempotencyKey?: boolean
  /** Whether the response is saved for the idempotency key. Otherwise the same request runs again. Default: always. */
  isFinal?: (response: unknown, input: unknown) => boolean
  /** Saves no response for an idempotency key: the response sets a cookie, holds a secret or is expected to change. */
  noIdempotency?: boolean
  /** Also protects a login against forged requests, which could log a browser into an account of another person. */
  logsIn?: 'user' | 'customer'
  /** The procedure begins its own transactions. By default, a mutation runs in one. */
  manualTransactions?: boolean
  /**
   * Responds before the commit is on the disk. A crash of PostgreSQL may lose the last changes; a crash of the server loses
   * none. Requests with an idempotency key, and changes that a provider knows of, wait for the disk.
   */
  asyncCommit?: boolean
  ignoresBody?: boolean
  /** The input is a form of files (see `FilesForm`) instead of JSON. */
  accepts?: 'files'
  /** A replica may answer the query, and shared caches may keep the response to an anonymous caller over REST. */
  allowsStaleReads?: boolean
  takesPublishableKey?: boolean
  isRateLimited?: boolean
  /**
   * The property of the input that names the row that the procedure locks first. Calls for one row wait for each other.
   * Default: the first parameter of the path. `null`: no row.
   */
  lockKey?: string | null
  /** Also locks rows that calls for other rows lock, such as the stock of a variant. */
  locksSharedRows?: boolean
}

export interface ProcedureMeta extends Record<string, unknown>, ProcedureOptions {
  openapi?: OpenApiMeta['openapi']
  /** Default: open. */
  access?: Access
}

type Method = 'GET' | 'POST' | 'DELETE'

/** The REST path of a procedure, below `/store` or `/admin`. `{name}` is a property of the input. */
export function rest(
  method: Method,
  path: `/${string}`,
  summary: string,
  options: ProcedureOptions = {},
): ProcedureMeta {
  return { openapi: { method, path, summary }, lockKey: /\{(\w+)\}/.exec(path)?.[1] ?? null, ...options }
}

/** The name of a procedure of the administration. tRPC's path begins with `admin.`, and the path over REST does not. */
export const adminProcedureName = (path: string): string => path.replace(/^admin\./, '')
