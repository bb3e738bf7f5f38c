import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import type { TRPCError } from '@trpc/server'
import type { PaymentProviders, RerunnablePaymentProviders } from '#entities/cart/payment/payment-port.ts'
import type {
  FulfillmentProviders,
  RerunnableFulfillmentProviders,
} from '#entities/market/shipping/fulfillment-port.ts'
import type { AuthenticatedKey } from '#entities/people/api-key/find-holder.ts'
import type { Callable } from '#entities/people/api-key/scopes.ts'
import type { Tokens } from '#entities/people/credentials/tokens.ts'
import type { Login } from '#entities/people/customer/set-password.ts'
import type { User } from '#entities/people/user/user.ts'
import type { OAuthProviders } from '#entities/platform/app/oauth-provider.ts'
import type { Authentication } from '#entities/platform/audit/audit-log.ts'
import type { BatchTypes } from '#entities/platform/batch-job/batch-type.ts'
import type { FileFolder } from '#entities/platform/file/file-folder.ts'
import type { FileStore } from '#entities/platform/file/file-port.ts'
import type { WebhookTargets } from '#entities/platform/webhook/targets.ts'
import type { WorkSlots } from '#entities/platform/work-slots/work-slots.ts'
import type { GrowthBounds } from './growth-bounds.ts'
import type { InputBounds } from './input-bounds.ts'
import type { RequestQueues } from './request-queues.ts'
import type { ResponseBudget } from './response-budget.ts'

/** What the server gives to the procedures of one request. */
export interface Context {
  orm: MikroORM
  /**
   * For queries and for procedures that manage their own transactions. A mutation that runs in a transaction calls
   * `ctx.providers` of a rerunnable procedure instead, because a slow provider would hold its locks.
   */
  directProviders: Providers
  files: FileStore
  batchTypes: BatchTypes
  batchJobChanges: BatchJobChanges
  tokens: Tokens
  rateLimits: RateLimits
  queues: RequestQueues
  replicas?: Replicas | undefined
  /** The procedures that scopes of API keys can name. */
  adminProcedures: readonly Callable[]
  /** The addresses that webhooks may call. */
  webhookTargets: WebhookTargets
  growthBounds: GrowthBounds
  caller: Caller
  observer?: Observer | undefined
  request: RequestDetails
  response: ProcedureResponse
  /** Limits how many calls of a tRPC batch run at once. */
  batchSlots?: WorkSlots | undefined
}

/** The context inside a procedure. `em` belongs to this call. */
export type ProcedureContext = Context & Identity & { em: EntityManager; saveResponse: ResponseSaver }

/**
 * Saves the response for the idempotency key of the request, in the transaction of `em`, and returns it. A procedure that
 * manages its transactions calls it in the transaction that makes the change. All other responses are saved after the procedure.
 * @throws Conflict if another request has used the key.
 */
export type ResponseSaver = <Response>(em: EntityManager, response: Response) => Promise<Response>

/** The providers inside a mutation that may run several times. */
export interface RerunnableProviders {
  payment: RerunnablePaymentProviders
  fulfillment: RerunnableFulfillmentProviders
}

export interface Providers {
  payment: PaymentProviders
  fulfillment: FulfillmentProviders
  oauth: OAuthProviders
}

export interface Replicas {
  /** Returns a replica that has all writes until `since` (milliseconds since 1970), or undefined without such a replica. */
  reader(since: number): ReplicaReader | undefined
}

export interface ReplicaReader {
  em: EntityManager
  /** Stops reads from the replica until it works again. */
  reportFailure(error: unknown): void
}

/** Yields once immediately, and then after each change of the batch job. */
export interface BatchJobChanges {
  changes(id: string, signal: AbortSignal): AsyncIterable<void>
}

export interface Identity {
  user: User | null
  user_authenticated_by: Authentication | null
  /** The API key of the request. Its scopes limit what the user may call. */
  api_key: AuthenticatedKey | null
  customer_id: string | null
  customer_authenticated_by: Authentication | null
}

export interface Caller {
  /** Reads the database at most once, and not at all for a request without cookie and token. */
  identify(): Promise<Identity>
  /** Reads the database again, because a subscription may outlive a session or a key. */
  identifyAgain(): Promise<Identity>
  /** Begins a new session. A session from before the login becomes invalid, which prevents session fixation. */
  logIn(em: EntityManager, account: { user_id: string } | { customer_id: string }): Promise<void>
  /** When the caller last changed anything, in milliseconds since 1970. Infinity if unknown. */
  lastWriteAt(): number
  /** Sets a cookie with the time, which `lastWriteAt` of later requests returns. */
  recordWrite(): void
  /** A session may also hold a login of the other side, which stays. */
  logOut(em: EntityManager, side: 'user' | 'customer'): Promise<void>
  login(): Promise<Login>
}

/** Records the procedures of a request in logs, traces and metrics. */
export interface Observer {
  observeProcedure<T extends ProcedureResult>(call: ProcedureRoute, run: () => Promise<T>): Promise<T>
  recordIdentity(identity: Identity): void
}

export interface ProcedureRoute {
  path: string
  /** The path over REST, without `/admin` or `/store`. */
  route: string | undefined
}

export type ProcedureResult = { ok: true } | { ok: false; error: TRPCError }

/** Each `count…` returns the seconds that the caller has to wait, 0 if none. */
export interface RateLimits {
  countOrderLookup(ip: string): Promise<number>
  countLogin(attempt: LoginAttempt): Promise<number>
  /** After a login that succeeded. */
  resetLoginCount(attempt: LoginAttempt): Promise<void>
  countPasswordRequest(email: string): Promise<number>
  countNewPassword(ip: string): Promise<number>
}

export interface LoginAttempt {
  ip: string
  email: string
}

export interface RequestDetails {
  /** The request ID in logs and in the response. */
  id: string
  ip: string
  userAgent: string
  idempotencyKey: string | undefined
  publishableKey?: string | undefined
  bounds: InputBounds
  /** Aborts when the request times out or its client disconnects. */
  readonly signal?: AbortSignal | undefined
  /** Runs a search within the time that one may take. @throws Unavailable if it takes longer. */
  limitSearch?<Answer>(search: () => Promise<Answer>): Promise<Answer>
  /** The address under which the caller reached this server, such as `https://shop.example`. */
  origin: string
  /** Whether the origin of the request may act for a logged-in user, and for a logged-in customer. */
  isTrusted: { admin: boolean; store: boolean }
  /** Whether a program or a script sent it. A link, an image or a form of another site cannot. */
  isScripted: boolean
  /**
   * REST only: the query and the body. The path parameters are the raw input of tRPC.
   * @throws InvalidData
   */
  readInput?: () => Record<string, unknown>
  /** Not read yet. */
  form?: IncomingForm | undefined
}

export interface IncomingForm {
  /**
   * Reads the form to its end and stores each file of the field. If anything fails, it deletes the files that it has stored.
   * @throws InvalidData if the form has no file or anything else. TooLarge.
   */
  receive<StoredFile>(field: string, folder: FileFolder<StoredFile>): Promise<StoredFile[]>
}

export interface ProcedureResponse {
  headers: Record<string, string>
  /** Whether shared caches may keep the response. */
  isPublic?: boolean
  budget: ResponseBudget
  /** Serializes the response while the transaction commits. The commit may still fail. */
  prepare?(data: unknown): void
}
