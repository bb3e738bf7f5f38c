import type { EntityManager } from '@mikro-orm/postgresql'
import type { TRPCError } from '@trpc/server'
import type { SavedMethod } from '#entities/cart/payment/charge-saved-method.ts'
import type { Language } from '#entities/market/language/language.ts'
import type { AuthenticatedKey } from '#entities/people/api-key/find-key-and-user.ts'
import type { Login } from '#entities/people/customer/set-password.ts'
import type { Grant } from '#entities/people/role/grant.ts'
import type { User } from '#entities/people/user/user.ts'
import type { Authentication } from '#entities/platform/audit/audit-log.ts'
import type { FileFolder } from '#entities/platform/file/file-folder.ts'
import type { WorkSlots } from '#entities/platform/work-slots/work-slots.ts'
import type { Dependencies } from './dependencies.ts'
import type { InputBounds } from './input-bounds.ts'
import type { ProcedureMeta } from './meta.ts'
import type { ResponseBudget } from './response-budget.ts'
import type { Providers, Services } from './services.ts'

export interface Context {
  services: Services
  /** Values of the environment variables of plugins, for `Settings.of`. */
  settings: ReadonlyMap<object, unknown>
  caller: Caller
  observer?: Observer | undefined
  request: RequestDetails
  response: ProcedureResponse
  batchSlots?: WorkSlots | undefined
  /** The payment method that the completion of a cart charges. Only a call in code has one. */
  savedMethod?: SavedMethod | undefined
  /** The call whose transaction runs this call in code. */
  outer?: OuterCall | undefined
}

export interface OuterCall extends Pick<Run, 'em' | 'providers'> {
  isDryRun: boolean
}

/**
 * One run of a procedure. A mutation runs up to eight times: if it needs an answer of a remote provider, its transaction
 * rolls back, the server calls the provider, and the mutation runs again. So before its last answer, it changes nothing outside of
 * the database.
 */
export interface Run {
  em: EntityManager
  /** In queries and in procedures with manual transactions, a call is made at once. */
  providers: Providers
  services: Services
  saveResponse: ResponseSaver
  /** The data that a response of the catalogue depends on. Undefined if the cache does not store the response. */
  dependencies?: Dependencies | undefined
  /** Whether the mutation begins its own transactions. `em` has none. */
  hasOwnTransactions?: true | undefined
}

/** The properties that base procedures add to `Context`. */
export type ContextOverrides = Identity & Omit<Run, 'services'>

export type ProcedureContext = Context & ContextOverrides

/**
 * Saves the response for the idempotency key in the transaction of `em`, and returns the response. A procedure that
 * manages its own transactions must call this function in the transaction that makes the change.
 * @throws Conflict if another request has used the key.
 */
export type ResponseSaver = <Response>(em: EntityManager, response: Response) => Promise<Response>

export interface Identity {
  user: User | null
  user_authenticated_by: Authentication | null
  api_key: AuthenticatedKey | null
  /** The plugin that calls in code, in its own name. */
  plugin?: string | undefined
  /** What the user and its API key may do. Empty without a user. */
  grants: readonly Grant[]
  customer_id: string | null
  customer_authenticated_by: Authentication | null
  /** The ids of the customer's groups, sorted. Undefined if they have not been read. */
  customer_group_ids?: readonly string[] | undefined
}

export interface Caller {
  /**
   * Returns the identity of the caller. Reads the database at most once, and only if the request has a cookie or a
   * token.
   */
  identify(): Promise<Identity>
  /** Reads the database on every call, because a subscription may outlive a session or an API key. */
  identifyAgain(): Promise<Identity>
  /** Begins a new session and invalidates the previous session, which prevents session fixation. */
  logIn(em: EntityManager, account: { user_id: string } | { customer_id: string }): Promise<void>
  /** Returns when the caller last changed data, in milliseconds since 1970, or Infinity if the time is unknown. */
  lastWriteAt(): number
  recordWrite(): void
  /** Ends only the login of this side. A session can contain the login of a user and the login of a customer. */
  logOut(em: EntityManager, side: 'user' | 'customer'): Promise<void>
  login(): Promise<Login>
}

export interface Observer {
  observeProcedure<T extends ProcedureResult>(call: ProcedureRoute, run: () => Promise<T>): Promise<T>
  recordIdentity(identity: Identity): void
}

export interface ProcedureRoute {
  path: string
  /** REST path without `/admin` or `/store`. */
  route: string | undefined
}

/** A call of an identified caller. */
export interface ProcedureCall {
  ctx: Context & Identity
  path: string
  meta: ProcedureMeta | undefined
  getRawInput: () => Promise<unknown>
}

export type ProcedureResult = { ok: true; data: unknown } | { ok: false; error: TRPCError }

export interface RequestDetails {
  id: string
  ip: string
  client: ClientNetwork
  userAgent: string
  idempotencyKey: string | undefined
  /**
   * Whether the server must roll back the mutation and return its changes.
   * @throws InvalidData if the header has another value than `true` or `false`.
   */
  readonly isDryRun: boolean
  /** Whether the response leaves out relations that the caller may not read, instead of refusing the request. */
  readonly isLenient?: boolean
  /** The languages that the caller asks for. Undefined: the default language of the store. */
  readonly languages?: AskedLanguages | undefined
  publishableKey?: string | undefined
  bounds: InputBounds
  /** Aborts when the request times out or its client disconnects. */
  readonly signal?: AbortSignal | undefined
  /** @throws Unavailable if the search exceeds its time limit. */
  limitSearch?<Answer>(search: () => Promise<Answer>): Promise<Answer>
  /** The origin of the page that sent the request, or of the server if no page did. Empty in calls in code. */
  origin: string
  /** Address at which the caller reaches the server, such as `https://shop.example/one`. */
  publicUrl: string
  /** Whether the origin of the request may use the session of a user (`admin`) or of a customer (`store`). */
  isTrusted: { admin: boolean; store: boolean }
  /** Whether the origin is that of the server, or of a page that may use the store. */
  isStoreOrigin(origin: string): boolean
  /** Whether a program or a script sent the request, and not a link, an image or a form. */
  isScripted: boolean
  /**
   * Returns the query and the body of a REST request, without the path parameters.
   * @throws InvalidData if the body is not a JSON object, a parameter is in the wrong place, or the query exceeds a
   * limit.
   */
  readInput?: () => Record<string, unknown>
  form?: IncomingForm | undefined
}

/** The header `Accept-Language`, and `locale`, which comes first. */
export interface AskedLanguages {
  locale: string | undefined
  accepted: string | undefined
}

export interface ClientNetwork {
  /** An IPv4 address or an IPv6 network. Limits and queues treat its requests as those of one client. */
  network: string
  /** Whether it is a server of the shop that calls for many customers, such as the server of a storefront. */
  isOwnServer: boolean
}

export interface IncomingForm {
  /**
   * Reads the whole form and stores its files. If this fails, deletes the stored files.
   * @throws InvalidData if the form has no file, or has any content except files of this field.
   * @throws TooLarge if the form or one of its files is too large.
   */
  receive<StoredFile>(field: string, folder: FileFolder<StoredFile>): Promise<StoredFile[]>
}

export interface ProcedureResponse {
  headers: Record<string, string>
  /**
   * The caches that may store the response of a query: all caches, or only the browser of the logged-in customer. Undefined
   * for none.
   */
  audience?: 'everyone' | 'customer' | undefined
  /** The language of the texts in a response of the store. Undefined if all texts are in one language. */
  language?: ResponseLanguage | undefined
  budget: ResponseBudget
  /**
   * Serializes the response of a REST request before the procedure returns, for example while the transaction commits.
   * The commit can still fail.
   */
  serialize?(data: unknown): Buffer | undefined
  /** The JSON of the response. It replaces the result of the procedure. */
  json?: Buffer
}

export interface ResponseLanguage extends Language {
  /** Whether the header `Accept-Language` chose the language. */
  isNegotiated: boolean
}
