import type { MikroORM } from '@mikro-orm/postgresql'
import type { Logger } from 'pino'
import type { Tokens } from '#entities/people/credentials/tokens.ts'
import type { FileStore } from '#entities/platform/file/file-port.ts'
import type { JobName, Jobs } from '#entities/platform/job/jobs.ts'
import type { WebhookTargets } from '#entities/platform/webhook/targets.ts'
import type { Telemetry } from '#server/base/telemetry.ts'
import type { OpenOperations } from '#server/plugin/operations.ts'
import type { ShopParts } from '#server/plugin/shop-parts.ts'

export interface JobContext
  extends Pick<
    ShopParts,
    | 'providers'
    | 'notifications'
    | 'subscribers'
    | 'inboundWebhooks'
    | 'mails'
    | 'jobs'
    | 'batchTypes'
    | 'routers'
    | 'settings'
  > {
  orm: MikroORM
  files: FileStore
  tokens: Tokens
  webhooks: WebhookSettings
  /** Retention of the audit log, in days. Default: unlimited. */
  auditLogDays?: number | undefined
  /** Days without a change until an open cart is deleted. */
  cartDays: number
  logger: Logger
  /** Opens the operations of the API for one job. */
  operations: OpenOperations
  telemetry?: Telemetry | undefined
  /** The scheduled restore of the last backup. Default: none. */
  drill?: { schedule: string; run: (signal: AbortSignal) => Promise<void> } | undefined
}

interface WebhookSettings {
  targets: WebhookTargets
  /** Timeout of a delivery, in milliseconds. */
  timeout: number
}

export interface JobAttempt {
  /** The first attempt is 1. */
  attempt: number
  isLast: boolean
  /** Aborts when the worker stops. If the task then throws, another worker retries the job. */
  signal: AbortSignal
}

export type Task<Name extends JobName> = (
  context: JobContext,
  payload: Jobs[Name],
  attempt: JobAttempt,
) => Promise<void>

export type Tasks = { [Name in JobName]: Task<Name> }
