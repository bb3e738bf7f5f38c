import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import type { TRPCError } from '@trpc/server'
import type { PaymentProvider } from '#entities/cart/payment/payment-port.ts'
import type { FulfillmentProvider } from '#entities/market/shipping/fulfillment-port.ts'
import type { HeldKey } from '#entities/people/api-key/find-holder.ts'
import type { Callable } from '#entities/people/api-key/scopes.ts'
import type { Tokens } from '#entities/people/credentials/tokens.ts'
import type { Login } from '#entities/people/customer/set-password.ts'
import type { User } from '#entities/people/user/user.ts'
import type { OAuthProviders } from '#entities/platform/app/oauth-provider.ts'
import type { Authentication } from '#entities/platform/audit/audit-log.ts'
import type { BatchTypes } from '#entities/platform/batch-job/batch-type.ts'
import type { FileFolder } from '#entities/platform/file/file-folder.ts'
import type { FileStore } from '#entities/platform/file/file-port.ts'
import type { Targets } from '#entities/platform/webhook/targets.ts'
import type { WorkSlots } from '#entities/platform/work-slots/work-slots.ts'
import type { AnswerBudget } from './answer-budget.ts'
import type { GrowthBounds } from './growth-bounds.ts'
import type { InputBounds } from './input-bounds.ts'
import type { RequestQueues } from './request-queues.ts'

/** What every procedure is given. The server makes one for each request; a test or a script can make its own. */
export interface Context {
  orm: MikroORM
  providers: Providers
  files: FileStore
  batchTypes: BatchTypes
  batchJobNews: BatchJobChanges
  tokens: Tokens
  limits: RateLimits
  /** In which requests of this process wait for each other. */
  queues: RequestQueues
  /** Where the database has any. */
  replicas?: Replicas | undefined
  /** What scopes of API keys can be of. */
  adminProcedures: readonly Callable[]
  /** What webhooks may call. */
  webhookTargets: Targets
  /** How much callers of the store can add to one row. */
  growth: GrowthBounds
  caller: Caller
  /** Absent where nobody wants to know. */
  observer?: Observer | undefined
  request: RequestDetails
  answer: ProcedureResponse
  /** Limits how many calls of a tRPC batch run at once. */
  batchSlots?: WorkSlots | undefined
}

/**
 * The context inside a procedure: who calls it, and an entity manager of its own, in a transaction where the procedure
 * is a mutation (unless it sees to its transactions itself).
 */
export type ProcedureContext = Context & Identity & { em: EntityManager; keep: ResponseSaver }

/**
 * Answers what it is given, and keeps it for the `Idempotency-Key` of the request in the transaction of the entity manager:
 * for a procedure that sees to its transactions itself, so that nothing is done whose answer is not kept. What a procedure
 * does not keep is kept after it, where it is final.
 * @throws Conflict where the key was used for another request meanwhile.
 */
export type ResponseSaver = <Answer>(em: EntityManager, answer: Answer) => Promise<Answer>

export interface Providers {
  payment: ReadonlyMap<string, PaymentProvider>
  fulfillment: ReadonlyMap<string, FulfillmentProvider>
  oauth: OAuthProviders
}

/** Copies of the database that are a little behind. */
export interface Replicas {
  /** Reads from one that holds all that was written until then (in milliseconds since 1970), where there is one. */
  reader(since: number): ReplicaReader | undefined
}

export interface ReplicaReader {
  em: EntityManager
  /** It is not to be read from, until it is well again. */
  failed(error: unknown): void
}

/** Tells that a batch job has changed: at once, for there is nothing that its watcher has seen, and then each time. */
export interface BatchJobChanges {
  changes(id: string, signal: AbortSignal): AsyncIterable<void>
}

/** Who is logged in with the request. */
export interface Identity {
  /** By session, by token or by API key. */
  user: User | null
  user_known_by: Authentication | null
  /** The key by which the user was known: it limits what they may call. */
  api_key: HeldKey | null
  customer_id: string | null
  customer_known_by: Authentication | null
}

export interface Caller {
  /** Reads the database at most once, and not at all for a request without cookie and token. */
  identify(): Promise<Identity>
  /** The same, read again: what goes on after its answer has begun may outlive a session or a key. */
  identifyAgain(): Promise<Identity>
  /** Logs in, under a new session: a session known before the login is worth nothing after it. */
  logIn(em: EntityManager, who: { user_id: string } | { customer_id: string }): Promise<void>
  /** When the caller last changed anything, in milliseconds since 1970; infinite where that cannot be known. */
  wroteAt(): number
  /** Has the caller tell with later requests that they have changed something just now. */
  noteWrite(): void
  /** Logs one side out; the other side of a shared session stays. */
  logOut(em: EntityManager, side: 'user' | 'customer'): Promise<void>
  login(): Promise<Login>
}

/** Watches over the procedures of a request. What it sees goes into logs, traces and metrics. */
export interface Observer {
  procedure<T extends ProcedureResult>(call: ProcedureRoute, run: () => Promise<T>): Promise<T>
  identified(identity: Identity): void
}

export interface ProcedureRoute {
  path: string
  /** Its path over REST, below that of its router. */
  route: string | undefined
}

export type ProcedureResult = { ok: true } | { ok: false; error: TRPCError }

/** What may be done only so often. To count is to answer how many seconds are to be waited, if any. */
export interface RateLimits {
  countOrderLookUp(ip: string): Promise<number>
  countLogin(tried: LoginAttempt): Promise<number>
  /** The one who tries is who they say. */
  forgetLogin(tried: LoginAttempt): Promise<void>
  countPasswordRequest(email: string): Promise<number>
  countNewPassword(ip: string): Promise<number>
}

/** From where somebody tries to be whom. */
export interface LoginAttempt {
  ip: string
  email: string
}

export interface RequestDetails {
  /** Names the request in what is written down of it, and in its answer. */
  id: string
  ip: string
  userAgent: string
  idempotencyKey: string | undefined
  /** Names what a storefront is limited to; see `entities/market/publishable-api-key/key-scope.ts`. */
  publishableKey?: string | undefined
  /** How large the input may be. */
  bounds: InputBounds
  /** Aborts when the request times out or its client disconnects. */
  readonly signal?: AbortSignal | undefined
  /** Runs a search within the time that one may take. @throws Unavailable if it takes longer. */
  limitSearch?<Answer>(search: () => Promise<Answer>): Promise<Answer>
  /** The address under which the caller reached this server, such as `https://shop.example`. */
  origin: string
  /** Whether a web site that had a browser send it, if one had, may act for users, and for customers, logged in there. */
  isTrusted: { admin: boolean; store: boolean }
  /** Whether a program or a script of a web page sent it, and not a link, an image or a form. */
  isScripted: boolean
  /**
   * REST only: query and body as they came. The path parameters are the raw input.
   * @throws InvalidData
   */
  readInput?: () => Record<string, unknown>
  /** Where the request carries a form of files. Nothing of it is read before somebody asks for it. */
  form?: IncomingForm | undefined
}

export interface IncomingForm {
  /**
   * Reads the form to its end and has each file of this field kept as it comes; answers what was kept, in order. Where
   * anything of the form cannot be taken, what was kept of it before is taken back.
   * @throws InvalidData where it holds no file, or anything else. TooLarge.
   */
  receive<Kept>(field: string, shelf: FileFolder<Kept>): Promise<Kept[]>
}

/** What an answer carries beside its body. */
export interface ProcedureResponse {
  headers: Record<string, string>
  /** Whether every anonymous caller gets the same answer, so that caches may keep it. */
  isPublic?: boolean
  budget: AnswerBudget
  /** Is shown what will be answered while it is being committed, to get ready to send it. It may still be refused. */
  prepare?(data: unknown): void
}
