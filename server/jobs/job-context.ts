import type { MikroORM } from '@mikro-orm/postgresql'
import type { Logger } from 'pino'
import type { Tokens } from '#entities/people/credentials/tokens.ts'
import type { BatchTypes } from '#entities/platform/batch-job/batch-type.ts'
import type { FileStore } from '#entities/platform/file/file-port.ts'
import type { JobName, Jobs } from '#entities/platform/job/jobs.ts'
import type { NotificationProviders } from '#entities/platform/notification/notification-port.ts'
import type { Targets } from '#entities/platform/webhook/targets.ts'
import type { Providers } from '#routers/context.ts'
import type { Telemetry } from '#server/operate/telemetry.ts'
import type { Subscribers } from '#server/subscribers/subscriber.ts'

/** What every job may use. */
export interface JobContext {
  orm: MikroORM
  providers: Providers
  files: FileStore
  tokens: Tokens
  subscribers: Subscribers
  /** Default: none. */
  notifications?: NotificationProviders
  /** Default: those that are installed. */
  batchTypes?: BatchTypes
  webhooks: WebhookSettings
  /** How long entries of the audit log are kept. Default: for ever. */
  auditLogDays?: number | undefined
  logger: Logger
  /** Default: nobody hears of jobs but the log. */
  telemetry?: Telemetry | undefined
}

export interface WebhookSettings {
  targets: Targets
  /** How long an answer is waited for, in milliseconds. */
  timeout: number
}

/** One try of a job. */
export interface JobAttempt {
  /** 1 for the first. */
  attempt: number
  /** Whether there will be no other after this one has failed. */
  isLast: boolean
  /** Aborts when the worker is to stop: who throws then is tried again by another. */
  signal: AbortSignal
}

/** Does a job. To throw is to be tried again later. */
export type Task<Name extends JobName> = (context: JobContext, payload: Jobs[Name], given: JobAttempt) => Promise<void>

export type Tasks = { [Name in JobName]: Task<Name> }
