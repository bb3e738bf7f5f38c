import type { OpenApiMeta } from 'trpc-openapi'

export type Access = 'open' | 'customer' | 'admin'

interface ProcedureOptions {
  /** HTTP status of a successful REST response. Default: 200. */
  status?: number
  /** If a request has no idempotency key, the server creates a key and returns the key in the response. */
  issuesIdempotencyKey?: boolean
  /**
   * Returns false if a repeated request must run again, because the server does not save the response for the
   * idempotency key. Default: always save.
   */
  isFinal?: (response: unknown, input: unknown) => boolean
  /**
   * The server never saves the response for an idempotency key. Set this if the response sets a cookie, contains a
   * secret or is expected to change.
   */
  noIdempotency?: boolean
  /**
   * Marks a login, which the server then protects against forged requests. A forged login could log a browser into
   * an account of another person.
   */
  logsIn?: 'user' | 'customer'
  /** The procedure begins its own transactions. By default, a mutation runs in one transaction. */
  manualTransactions?: boolean
  /**
   * The server responds before the commit is on disk, so a crash of PostgreSQL may lose the last changes. Requests
   * with an idempotency key, and changes that a provider knows of, still wait for the disk.
   */
  asyncCommit?: boolean
  ignoresBody?: boolean
  /** The input is a form with files (`FilesForm`) instead of JSON. */
  accepts?: 'files'
  /** A replica may run the query, and shared caches may keep REST responses to anonymous callers. */
  allowsStaleReads?: boolean
  takesPublishableKey?: boolean
  isRateLimited?: boolean
  /**
   * Input property with the ID of the row that the procedure locks first. Default: the first path parameter. `null`
   * means that the procedure locks no row first.
   */
  lockKey?: string | null
  /** The procedure also locks rows that calls with other lock keys lock, such as the stock of a variant. */
  locksSharedRows?: boolean
}

export interface ProcedureMeta extends Record<string, unknown>, ProcedureOptions {
  openapi?: OpenApiMeta['openapi']
  /** Default: open to every caller. */
  access?: Access
}

type Method = 'GET' | 'POST' | 'DELETE'

/**
 * Returns the metadata of a REST route. The path is relative to `/store` or `/admin`, and `{name}` in the path is an
 * input property.
 */
export function rest(
  method: Method,
  path: `/${string}`,
  summary: string,
  options: ProcedureOptions = {},
): ProcedureMeta {
  return { openapi: { method, path, summary }, lockKey: /\{(\w+)\}/.exec(path)?.[1] ?? null, ...options }
}

export const adminProcedureName = (path: string): string => path.replace(/^admin\./, '')
