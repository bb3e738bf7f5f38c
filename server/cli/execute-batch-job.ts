import { setTimeout as pause } from 'node:timers/promises'
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import { SingleBar } from 'cli-progress'
import { pino } from 'pino'
import { inTransaction } from '#database/transaction.ts'
import { User } from '#entities/people/user/user.ts'
import { type BatchError, BatchJob } from '#entities/platform/batch-job/batch-job.ts'
import type { BatchTypes } from '#entities/platform/batch-job/batch-type.ts'
import { createBatchJob } from '#entities/platform/batch-job/create-batch-job.ts'
import { isBatchJobFinished } from '#entities/platform/batch-job/states.ts'
import type { FileStore } from '#entities/platform/file/file-port.ts'
import { StartError } from '#server/base/start-error.ts'
import { directUrlOf } from '#server/database/direct-url.ts'
import { createJobContext } from '#server/jobs/create-job-context.ts'
import { startRunner } from '#server/jobs/runner.ts'
import { operationsOf } from '#server/operations/job-operations.ts'
import { openFileStore } from '#server/providers/files.ts'
import type { CommandShop } from '../process/with-shop.ts'
import { openReport, writeReport } from './job-report.ts'

export interface BatchJobShop extends CommandShop {
  files: FileStore
  databaseUrl: string
}

export async function openBatchJobShop(shop: CommandShop): Promise<BatchJobShop> {
  return { ...shop, files: await openFileStore(shop), databaseUrl: directUrlOf(shop.orm) }
}

export interface JobRequest {
  type: string
  context: Record<string, unknown>
  dry_run?: boolean
  /** The file for a report of the job. */
  report?: string | undefined
}

/** Runs a batch job as the first administrator, in this process or in a worker of the shop. */
export async function executeBatchJob(shop: BatchJobShop, request: JobRequest): Promise<BatchJob> {
  const { orm, config, parts, files, databaseUrl } = shop
  await openReport(request.report)
  const id = await requestJob(orm.em.fork(), parts.batchTypes, request)
  const operations = operationsOf({ orm, config, files, parts })
  const context = createJobContext(config, { orm, parts, files, operations, logger: commandLogger(config.logLevel) })
  const runner = await startRunner(context, { databaseUrl, ...config.jobs, concurrency: 1 })
  try {
    const job = await waitForBatchJob(orm, id)
    await writeReport(request.report, job)
    const errors = job.result?.errors ?? []
    if (job.status() === 'failed') throw new StartError(errors.map(messageOf).join('\n'))
    if (job.status() === 'canceled') throw new StartError('The batch job was canceled')
    return job
  } finally {
    await runner.stop()
  }
}

/** The worker also runs other due jobs. Their failures belong into the log of the server, not into this command. */
const commandLogger = (level: string) =>
  pino({ level: ['debug', 'trace'].includes(level) ? level : 'silent' }, pino.destination(2))

const messageOf = ({ message, code }: BatchError): string =>
  code === 'unknown_error' ? `${message} Run the command again with LOG_LEVEL=debug to see the cause.` : message

async function requestJob(
  em: EntityManager,
  types: BatchTypes,
  { type: name, context, dry_run }: JobRequest,
): Promise<string> {
  const [user] = await em.find(User, { role: 'admin' }, { orderBy: { created_at: 'asc', id: 'asc' }, limit: 1 })
  if (!user)
    throw new StartError('The shop has no administrator. Add one: npm run shop -- user add --role admin --email …')
  const type = types[name]!
  const parsedContext = type.context.parse(context) as Record<string, unknown>
  const newJob = { name, type, context: parsedContext, dry_run, created_by: user.id }
  return (await inTransaction(em, (tx) => createBatchJob(tx, newJob))).id
}

const JOB_POLL_INTERVAL = 150

async function waitForBatchJob(orm: MikroORM, id: string): Promise<BatchJob> {
  const bar = new SingleBar({ format: '{bar} {percentage} % {state}', hideCursor: true, stream: process.stderr })
  bar.start(100, 0, { state: 'waiting' })
  try {
    for (;;) {
      const job = await orm.em.fork().findOneOrFail(BatchJob, { id })
      const status = job.status()
      bar.update(Math.round((job.result?.progress ?? 0) * 100), { state: status.replace('_', '-') })
      if (isBatchJobFinished(status) || (job.dry_run && status === 'pre_processed')) return job
      await pause(JOB_POLL_INTERVAL)
    }
  } finally {
    bar.stop()
  }
}
