import { type CronItem, type ParsedCronItem, parseCronItems, type RunnerOptions, type TaskList } from 'graphile-worker'
import type { Pool } from 'pg'
import { DatabasePool } from '#database/hosts/database-client.ts'
import { mergeCatalogueChanges } from '#entities/catalogue/version/catalogue-version.ts'
import { LOOK_UP_INTERVAL } from '#entities/checkout/look-up-payments.ts'
import { storableText } from '#entities/platform/batch-job/storable.ts'
import type { JobName, Jobs } from '#entities/platform/job/jobs.ts'
import { sumUpRowCounts } from '#entities/platform/row-count/row-count.ts'
import { foldManySales, followTimeZone } from '#entities/statistics/stored-sales.ts'
import { OperationScope } from '#server/base/operation-scope.ts'
import { schemaOf } from '#server/database/shop-schema.ts'
import { pluginContextOf } from '#server/plugin/plugin-context.ts'
import type { JobContext, Task } from '../plugin/job-context.ts'
import type { Lease } from './lease.ts'
import { tasks } from './tasks.ts'
import { createWorkerLogger } from './worker-log.ts'

const coreCron: CronItem[] = [
  { task: 'tidy_up', match: '17 * * * *', options: { jobKey: 'tidy_up', maxAttempts: 1 } },
  { task: 'expire_carts', match: '47 * * * *', options: { jobKey: 'expire_carts', maxAttempts: 1 } },
  {
    task: 'look_up_payments',
    match: `*/${LOOK_UP_INTERVAL} * * * *`,
    options: { jobKey: 'look_up_payments', maxAttempts: 1 },
  },
]

/** The scheduled jobs of the core and of the plugins. */
export const cronOf = ({ jobs, drill }: Pick<JobContext, 'jobs' | 'drill'>): ParsedCronItem[] =>
  parseCronItems([
    ...coreCron,
    ...(drill
      ? [{ task: 'drill_backup', match: drill.schedule, options: { jobKey: 'drill_backup', maxAttempts: 1 } }]
      : []),
    ...jobs.flatMap(({ name, schedule }) =>
      schedule ? [{ task: name, match: schedule, options: { jobKey: name } }] : [],
    ),
  ])

export interface RunnerParts {
  pool: Pool
  lease: Lease
  workers: string[]
  settings: WorkerSettings
  /** Ends running jobs when it aborts. */
  signal?: AbortSignal
}

export type WorkerSettings = NonNullable<NonNullable<RunnerOptions['preset']>['worker']>

// With a delay of 0, a failure to mark a job as finished ends only this run, and the server starts another one. With
// a delay, graphile-worker exits the process.
export const singleJobSettings: WorkerSettings = { completeJobBatchDelay: 0, failJobBatchDelay: 0 }

export function optionsOf(
  context: JobContext,
  { pool, lease, workers, settings, signal }: RunnerParts,
): Omit<RunnerOptions, 'concurrency'> & { taskList: TaskList } {
  return {
    pgPool: pool,
    schema: schemaOf(context.orm).jobs,
    taskList: taskListOf(context, signal),
    logger: createWorkerLogger(context.logger),
    noHandleSignals: true,
    preset: {
      worker: settings,
      plugins: [
        {
          name: 'LeasePlugin',
          version: '1.0.0',
          worker: {
            hooks: {
              // The lease must begin before the worker reserves its first jobs.
              async startWorker(_context, { worker }) {
                const { id } = worker.workerPool
                workers.push(id)
                await lease.acquire(id)
              },
            },
          },
        },
      ],
    },
  }
}

function taskListOf(context: JobContext, stopSignal: AbortSignal | undefined): TaskList {
  const either = (signal: AbortSignal) => (stopSignal ? AbortSignal.any([signal, stopSignal]) : signal)
  const entries = Object.entries(tasks) as [JobName, Task<JobName>][]
  const coreTasks = entries.map(([name, task]): [string, TaskList[string]] => [
    name,
    (payload, { job, abortSignal }) =>
      traceJob(context, name, () =>
        task(context, payload as Jobs[JobName], {
          attempt: job.attempts,
          isLast: job.attempts >= job.max_attempts,
          signal: either(abortSignal),
        }),
      ),
  ])
  const pluginTasks = context.jobs.map((job): [string, TaskList[string]] => [
    job.name,
    // Graphile Worker adds `_cron` to the payload of a scheduled job.
    (payload, { abortSignal }) => {
      const { _cron, ...own } = payload as { _cron?: unknown }
      return traceJob(context, job.name, () => job.run(own, pluginContextOf(context, either(abortSignal))))
    },
  ])
  return Object.fromEntries([...coreTasks, ...pluginTasks])
}

async function traceJob({ telemetry }: JobContext, name: string, run: () => Promise<void>): Promise<void> {
  try {
    await (telemetry ? new OperationScope(telemetry).within(() => telemetry.job(name, run)) : run())
  } catch (error) {
    throw withStorableMessage(error)
  }
}

/** Graphile Worker stores the message of a failed job. A message that PostgreSQL refuses would end the worker. */
function withStorableMessage(error: unknown): unknown {
  if (!(error instanceof Error)) return new Error(storableText(String(error)), { cause: error })
  const message = storableText(error.message)
  if (message !== error.message) error.message = message
  return error
}

/** Milliseconds after which a query of a worker fails, because a machine no longer answers. */
const QUERY_TIMEOUT = 60_000

export function openPool(url: string, concurrency: number, { logger }: JobContext): Pool {
  const pool = new DatabasePool({
    connectionString: url,
    max: concurrency + 1,
    application_name: 'cartwright worker',
    query_timeout: QUERY_TIMEOUT,
  })
  const onError = (err: Error) => logger.warn({ err }, 'Lost a connection of the worker')
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

export async function consolidateRowCounts({ orm, logger }: JobContext): Promise<void> {
  try {
    await sumUpRowCounts(orm.em.fork())
    await mergeCatalogueChanges(orm.em.fork())
    await foldManySales(orm.em.fork())
    await followTimeZone(orm.em.fork())
  } catch (err) {
    logger.warn({ err }, 'Row counts, catalogue changes and sales could not be summed up')
  }
}
