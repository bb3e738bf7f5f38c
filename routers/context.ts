import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import type { TRPCError } from '@trpc/server'
import type { HeldKey } from '#entities/api-key/find-holder.ts'
import type { Callable } from '#entities/api-key/scopes.ts'
import type { OAuthProviders } from '#entities/app/oauth-provider.ts'
import type { Authentication } from '#entities/audit/audit-log.ts'
import type { BatchTypes } from '#entities/batch-job/batch-type.ts'
import type { Login } from '#entities/customer/set-password.ts'
import type { FileStore } from '#entities/file/file-port.ts'
import type { Shelf } from '#entities/file/shelf.ts'
import type { PaymentProvider } from '#entities/payment/payment-port.ts'
import type { FulfillmentProvider } from '#entities/shipping/fulfillment.ts'
import type { Tokens } from '#entities/tokens.ts'
import type { User } from '#entities/user/user.ts'
import type { Targets } from '#entities/webhook/targets.ts'
import type { InputBounds } from './input-bounds.ts'

/** What every procedure is given. The server makes one for each request; a test or a script can make its own. */
export interface Context {
  orm: MikroORM
  providers: Providers
  files: FileStore
  batchTypes: BatchTypes
  batchJobNews: BatchJobNews
  tokens: Tokens
  limits: Limits
  /** Where the database has any. */
  replicas?: Replicas | undefined
  /** What scopes of API keys can be of. */
  adminProcedures: readonly Callable[]
  /** What webhooks may call. */
  webhookTargets: Targets
  caller: Caller
  /** Absent where nobody wants to know. */
  observer?: Observer | undefined
  request: RequestFacts
  answer: Answer
}

/**
 * The context inside a procedure: who calls it, and an entity manager of its own, in a transaction where the procedure
 * is a mutation (unless it sees to its transactions itself).
 */
export type ProcedureContext = Context & Identity & { em: EntityManager; keep: Keep }

/**
 * Answers what it is given, and keeps it for the `Idempotency-Key` of the request in the transaction of the entity manager:
 * for a procedure that sees to its transactions itself, so that nothing is done whose answer is not kept. What a procedure
 * does not keep is kept after it, where it is final.
 * @throws Conflict where the key was used for another request meanwhile.
 */
export type Keep = <Answer>(em: EntityManager, answer: Answer) => Promise<Answer>

export interface Providers {
  payment: ReadonlyMap<string, PaymentProvider>
  fulfillment: ReadonlyMap<string, FulfillmentProvider>
  oauth: OAuthProviders
}

/** Copies of the database that are a little behind. */
export interface Replicas {
  /** Reads from one that holds all that was written until then (in milliseconds since 1970), where there is one. */
  reader(since: number): Reader | undefined
}

export interface Reader {
  em: EntityManager
  /** It is not to be read from, until it is well again. */
  failed(error: unknown): void
}

/** Tells that a batch job has changed: at once, for there is nothing that its watcher has seen, and then each time. */
export interface BatchJobNews {
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
  procedure<T extends Outcome>(call: Call, run: () => Promise<T>): Promise<T>
  identified(identity: Identity): void
}

export interface Call {
  path: string
  /** Its path over REST, below that of its router. */
  route: string | undefined
}

export type Outcome = { ok: true } | { ok: false; error: TRPCError }

/** What may be done only so often. To count is to answer how many seconds are to be waited, if any. */
export interface Limits {
  countOrderLookUp(ip: string): Promise<number>
  countLogin(tried: Tried): Promise<number>
  /** The one who tries is who they say. */
  forgetLogin(tried: Tried): Promise<void>
  countPasswordRequest(email: string): Promise<number>
}

/** From where somebody tries to be whom. */
export interface Tried {
  ip: string
  email: string
}

export interface RequestFacts {
  /** Names the request in what is written down of it, and in its answer. */
  id: string
  ip: string
  userAgent: string
  idempotencyKey: string | undefined
  /** Names what a storefront is limited to; see `entities/publishable-api-key/key-scope.ts`. */
  publishableKey?: string | undefined
  /** How large the input may be. */
  bounds: InputBounds
  /** The address under which the caller reached this server, such as `https://shop.example`. */
  origin: string
  /** Whether a web site that had a browser send it, if one had, may act for users, and for customers, logged in there. */
  isTrusted: { admin: boolean; store: boolean }
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
  receive<Kept>(field: string, shelf: Shelf<Kept>): Promise<Kept[]>
}

/** What an answer carries beside its body. */
export interface Answer {
  headers: Record<string, string>
  /** Is shown what will be answered while it is being committed, to get ready to send it. It may still be refused. */
  prepare?(data: unknown): void
}
