import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import type { AnyRouter } from '@trpc/server'
import type { PaymentProviders, ShownPaymentData } from '#entities/cart/payment/payment-port.ts'
import type { FulfillmentProviders } from '#entities/market/shipping/fulfillment-port.ts'
import type { TaxProviders } from '#entities/market/tax/tax-port.ts'
import type { Tokens } from '#entities/people/credentials/tokens.ts'
import type { OAuthProviders } from '#entities/platform/app/oauth-provider.ts'
import type { BatchTypes } from '#entities/platform/batch-job/batch-type.ts'
import type { StoredChange } from '#entities/platform/change/change.ts'
import type { FileStore } from '#entities/platform/file/file-port.ts'
import type { WebhookTargets } from '#entities/platform/webhook/targets.ts'
import type { SetupOfProcess } from '#entities/statistics/read-setup.ts'
import type { AnswerCache } from '../pipeline/answer-cache/answer-cache.ts'
import type { ClientNetwork } from './context.ts'
import type { GrowthBounds } from './growth-bounds.ts'
import type { HiddenFields } from './hidden-fields.ts'
import type { AdminProcedure } from './procedures-of.ts'
import type { RequestQueues } from './request-queues.ts'
import type { ResponsePart, ResponseParts } from './response-part.ts'
import type { TranslatedKind } from './translated-kind.ts'

/** Shared by all requests of a process. */
export interface Services {
  orm: MikroORM
  /** Procedures use `ctx.providers`, because a slow provider would hold the locks of a mutation. */
  directProviders: Providers
  files: FileStore
  batchTypes: BatchTypes
  batchJobChanges: BatchJobChanges
  liveChanges: LiveChanges
  tokens: Tokens
  rateLimits: RateLimits
  queues: RequestQueues
  replicas?: Replicas | undefined
  /** All procedures of the shop. */
  router: AnyRouter
  adminProcedures: readonly AdminProcedure[]
  cursorSecret: string
  paymentParts: ResponseParts<keyof ShownPaymentData>
  hiddenFieldParts: ResponseParts<HiddenFields>
  /** The rows with translated texts in the response of a procedure. Its path begins with the side: `store.products.list`. */
  translatedParts: (path: string) => ResponsePart<TranslatedKind> | undefined
  webhookTargets: WebhookTargets
  growthBounds: GrowthBounds
  setup: SetupOfProcess
  /** Undefined if the process reuses no responses. */
  answers?: AnswerCache | undefined
}

export interface Providers {
  payment: PaymentProviders
  fulfillment: FulfillmentProviders
  oauth: OAuthProviders
  tax: TaxProviders
}

export interface Replicas {
  /**
   * Returns a replica that has all writes until `since` (milliseconds since 1970), or undefined if no replica has
   * them.
   */
  reader(since: number): ReplicaReader | undefined
}

export interface ReplicaReader {
  em: EntityManager
  reportFailure(error: unknown): void
}

/** Yields once at the start and after each change of the batch job. */
export interface BatchJobChanges {
  changes(id: string, signal: AbortSignal): AsyncIterable<void>
}

/** The changes of the shop while a caller watches. */
export interface LiveChanges {
  /**
   * Yields an empty batch, or the changes since an earlier position, and then a batch about once a second.
   * @throws TooManyRequests if the caller has too many watchers. Overloaded if the process has too many. InvalidData if
   * the position is wrong.
   */
  watch(watching: Watching): AsyncIterable<ChangeBatch>
}

export interface Watching {
  /** The id of an API key or a user. */
  caller: string
  position: string | undefined
  signal: AbortSignal
}

export interface ChangeBatch {
  position: string
  /** Whether there were more changes than the batch has. */
  missed: boolean
  changes: readonly StoredChange[]
}

/** Each `count…` method returns the seconds that the caller must wait, or 0. */
export interface RateLimits {
  countOrderLookup(ip: string): Promise<number>
  countLogin(attempt: LoginAttempt): Promise<number>
  resetLoginCount(attempt: LoginAttempt): Promise<void>
  countNewPassword(ip: string): Promise<number>
  /** Counts a mail that a stranger causes. */
  countMail(mail: { client: ClientNetwork; recipient: string }): Promise<number>
  /** The seconds until the client may send codes again. Counts nothing. */
  waitOfCodes(client: ClientNetwork): number
  /** Returns the seconds if other requests have used up the limit in the meantime. */
  countWrongCode(client: ClientNetwork): Promise<number>
  /** The seconds until the client may store more. Counts nothing. */
  waitOfStorage(client: ClientNetwork, stored: keyof StoredAmounts): number
  countStored(client: ClientNetwork, stored: StoredAmounts & { responseBytes: number }): Promise<void>
}

export interface StoredAmounts {
  carts: number
  contacts: number
  bytes: number
}

export interface LoginAttempt {
  ip: string
  email: string
}
