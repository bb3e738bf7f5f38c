export type Access = 'open' | 'customer' | 'admin'

/** Read by the REST facade. */
interface RestOptions {
  /** HTTP status of a successful REST response. Default: 200. */
  status?: number
  /** The body may be anything. Only the properties that the input declares are read. */
  ignoresUnknownBody?: boolean
  /** The input is a form with files (`FilesForm`) instead of JSON. */
  accepts?: 'files'
}

/** Read by `idempotent-mutation.ts`. */
interface IdempotencyOptions {
  /** The server creates an idempotency key for a request without one, and returns the key. */
  issuesIdempotencyKey?: boolean
  /** Whether to save the response for the idempotency key. If false, a repeated request runs again. Default: true. */
  isFinal?: (response: unknown, input: unknown) => boolean
  /**
   * Never saves the response for an idempotency key. Necessary if the response sets a cookie, contains a secret or
   * may change.
   */
  noIdempotency?: boolean
}

/** Read by `queue-procedure.ts`. */
interface LockOptions {
  /**
   * Input property with the ID of the row that the procedure locks first. Default: the path parameter. `null`: none.
   * A path with several parameters must name one.
   */
  lockKey?: string | null
  /** The procedure also locks rows that calls with other lock keys lock, such as the stock of a variant. */
  locksSharedRows?: boolean
}

/** Read by the unit of work, the dry run, the audit and the idempotency keys. */
interface TransactionOptions {
  /** The procedure begins its own transactions. By default, a mutation runs in one transaction. */
  manualTransactions?: boolean
  /**
   * The server responds before the commit is on disk, so a crash of PostgreSQL may lose the last changes. Requests
   * with an idempotency key, and changes that a provider knows of, still wait for the disk.
   */
  asyncCommit?: boolean
  /**
   * Why a dry run of the mutation is not possible, as a sentence: it has effects outside of the database. The server
   * then refuses dry runs.
   */
  noDryRun?: string
}

/** Read by the replicas, the answer cache and the cache headers. */
interface CacheOptions {
  /** A replica may run the query, and shared caches may keep REST responses to anonymous callers. */
  allowsStaleReads?: boolean
  /** The response depends only on the catalogue, on the settings of the shop and on the groups of the customer. */
  isCatalogue?: boolean
  takesPublishableKey?: boolean
}

/** Read by the base procedures, by the limits of strangers and by `forged-requests.ts`. */
interface ProtectionOptions {
  /** Users may call it for their own account with any role: `id` of the input is the id of the user. */
  allowsOwnAccount?: boolean
  /** Marks a login. The server protects it from forged requests, which could log a browser into another account. */
  logsIn?: 'user' | 'customer'
  /** The caller can guess codes of discounts or gift cards. */
  takesCodes?: boolean
  createsCart?: boolean
  /** The property of the input that creates a guest or a saved address. */
  createsContact?: 'email' | 'address'
}

interface ProcedureOptions
  extends RestOptions,
    IdempotencyOptions,
    LockOptions,
    TransactionOptions,
    CacheOptions,
    ProtectionOptions {}

export interface ProcedureMeta extends Record<string, unknown>, ProcedureOptions {
  openapi?: RestRoute
  /** Default: open to every caller. */
  access?: Access
}

type Method = 'GET' | 'POST' | 'DELETE'

/** The name and the properties are those of trpc-openapi, whose types need the packages of many HTTP servers. */
interface RestRoute {
  method: Method
  path: `/${string}`
  summary: string
  description?: string
}

/**
 * Returns the metadata of a REST route. `{name}` in the path is an input property.
 * @throws TypeError if the path of a mutation has several parameters and no `lockKey` names the one to lock.
 */
export function rest(
  method: Method,
  path: `/${string}`,
  summary: string,
  options: ProcedureOptions = {},
): ProcedureMeta {
  const [lockKey = null, ...others] = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name as string)
  if (method !== 'GET' && others.length > 0 && options.lockKey === undefined)
    throw new TypeError(`${method} ${path} has several parameters. Set lockKey to the one whose row is locked first.`)
  return { openapi: { method, path, summary }, lockKey, ...options }
}

export const adminProcedureName = (path: string): string => path.replace(/^admin\./, '')
