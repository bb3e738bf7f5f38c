import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type CronItem,
  parseCronItems,
  type RunnerOptions,
  run,
  runOnce,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
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
import { createOutboxDispatch, startOutboxDispatcher } from '#server/subscribers/dispatch-outbox.ts'
import type { JobContext, Task } from '../plugin/job-context.ts'
import { ignoreReleaseFailures } from './ignore-release-failures.ts'
import { type Lease, openLease, releaseDeadWorkersSql } from './lease.ts'
import { superviseRunner } from './supervise-runner.ts'
import { tasks } from './tasks.ts'
import { createWorkerLogger } from './worker-log.ts'

export interface RunnerSettings {
  databaseUrl: string
  concurrency: number
  /** Milliseconds between checks for dead workers, and between sums of row counts. Default: 5000. */
  rescueInterval?: number
  /** Time for running jobs after `stop`, in milliseconds. Their signal aborts after half of it. Default: 8000. */
  stopTimeout?: number
}

export interface Runner {
  /** Stops taking jobs. Resolves when the running jobs have finished, or after the timeout has released them. */
  stop(): Promise<void>
}

const coreCron: CronItem[] = [
  { task: 'tidy_up', match: '17 * * * *', options: { jobKey: 'tidy_up', maxAttempts: 1 } },
  { task: 'expire_carts', match: '47 * * * *', options: { jobKey: 'expire_carts', maxAttempts: 1 } },
  {
    task: 'look_up_payments',
    match: `*/${LOOK_UP_INTERVAL} * * * *`,
    options: { jobKey: 'look_up_payments', maxAttempts: 1 },
  },
]

const cronOf = ({ jobs }: JobContext): CronItem[] =>
  jobs.flatMap(({ name, schedule }) => (schedule ? [{ task: name, match: schedule, options: { jobKey: name } }] : []))

/** Dispatches events, sums up row counts and runs jobs. Several processes can do this at the same time. */
export async function startRunner(context: JobContext, settings: RunnerSettings): Promise<Runner> {
  const { databaseUrl, concurrency, rescueInterval = 5000, stopTimeout = 8000 } = settings
  const { jobs } = schemaOf(context.orm)
  await using resources = new AsyncDisposableStack()
  const lease = resources.use(await openLease(databaseUrl, schemaOf(context.orm), context.logger))
  const pool = resources.adopt(openPool(databaseUrl, concurrency, context), (it) => it.end())
  const workers: string[] = []
  const startRun = async () => {
    // Without its lease, the failed run counts as a dead worker, so that its jobs are released.
    await lease.releaseAll()
    return run({
      ...optionsOf(context, {
        pool,
        lease,
        workers,
        settings: { ...singleJobSettings, ...batchedJobSettings(concurrency) },
      }),
      concurrency,
      events: ignoreReleaseFailures(context.logger),
      gracefulShutdownAbortTimeout: stopTimeout / 2,
      parsedCronItems: parseCronItems([...coreCron, ...cronOf(context)]),
    })
  }
  const runner = await superviseRunner(startRun, context.logger)
  const rescueTimer = setInterval(createDeadWorkerCheck(pool, context), rescueInterval)
  const countTimer = setInterval(() => consolidateRowCounts(context), rescueInterval)
  const dispatcher = startOutboxDispatcher(context)
  const ownedResources = resources.move()
  return {
    async stop() {
      clearInterval(rescueTimer)
      clearInterval(countTimer)
      const timeout = pause(stopTimeout, 'late' as const, { ref: false })
      const stopped = Promise.all([dispatcher.stop(), runner.stop()])
      if ((await Promise.race([stopped, timeout])) === 'late')
        await pool.query(`select ${jobs}.force_unlock_workers($1)`, [[...new Set(workers)]])
      else await ownedResources.disposeAsync()
    },
  }
}

/** Dispatches all events and runs all due jobs one after another, until none is left. Returns the failures. For tests. */
export async function runDueJobs(context: JobContext, databaseUrl: string): Promise<JobFailure[]> {
  await using resources = new AsyncDisposableStack()
  const lease = resources.use(await openLease(databaseUrl, schemaOf(context.orm), context.logger))
  const pool = resources.adopt(openPool(databaseUrl, 1, context), (it) => it.end())
  const failures: JobFailure[] = []
  const events: WorkerEvents = new EventEmitter()
  events.on('job:error', ({ job, error }) => failures.push({ name: job.task_identifier, error }))
  const options = {
    ...optionsOf(context, { pool, lease, workers: [], settings: singleJobSettings }),
    concurrency: 1,
    events,
  }
  const dispatch = createOutboxDispatch(context)
  await dispatch()
  do await runOnce(options)
  while ((await dispatch()) > 0)
  return failures
}

export interface JobFailure {
  name: string
  error: unknown
}

interface RunnerParts {
  pool: Pool
  lease: Lease
  workers: string[]
  settings: WorkerSettings
}

type WorkerSettings = NonNullable<NonNullable<RunnerOptions['preset']>['worker']>

// With a delay of 0, a failure to mark a job as finished ends only this run, and the server starts another one. With
// a delay, graphile-worker exits the process.
const singleJobSettings: WorkerSettings = { completeJobBatchDelay: 0, failJobBatchDelay: 0 }

/** One statement reserves several jobs. A reserved job that does not start within a second is released. */
const batchedJobSettings = (concurrency: number): WorkerSettings => ({
  completeJobBatchDelay: 20,
  localQueue: { size: 4 * concurrency, ttl: 1000 },
})

function optionsOf(context: JobContext, { pool, lease, workers, settings }: RunnerParts): RunnerOptions {
  return {
    pgPool: pool,
    schema: schemaOf(context.orm).jobs,
    taskList: taskListOf(context),
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

function taskListOf(context: JobContext): TaskList {
  const entries = Object.entries(tasks) as [JobName, Task<JobName>][]
  const coreTasks = entries.map(([name, task]): [string, TaskList[string]] => [
    name,
    (payload, { job, abortSignal }) =>
      traceJob(context, name, () =>
        task(context, payload as Jobs[JobName], {
          attempt: job.attempts,
          isLast: job.attempts >= job.max_attempts,
          signal: abortSignal,
        }),
      ),
  ])
  const pluginTasks = context.jobs.map((job): [string, TaskList[string]] => [
    job.name,
    // Graphile Worker adds `_cron` to the payload of a scheduled job.
    (payload, { abortSignal }) => {
      const { _cron, ...own } = payload as { _cron?: unknown }
      return traceJob(context, job.name, () => job.run(own, pluginContextOf(context, abortSignal)))
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

function openPool(url: string, concurrency: number, { logger }: JobContext): Pool {
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

function createDeadWorkerCheck(pool: Pool, { orm, logger }: JobContext): () => Promise<void> {
  const sql = releaseDeadWorkersSql(schemaOf(orm))
  let suspects: string[] = []
  return async () => {
    try {
      const { rows } = await pool.query<{ dead: string[]; freed: number }>(sql, [suspects])
      const { dead, freed } = rows[0]!
      suspects = dead
      if (freed > 0) logger.warn(`Released the jobs of ${freed} dead workers`)
    } catch (err) {
      logger.warn({ err }, 'The check for dead workers failed')
    }
  }
}

async function consolidateRowCounts({ orm, logger }: JobContext): Promise<void> {
  try {
    await sumUpRowCounts(orm.em.fork())
    await mergeCatalogueChanges(orm.em.fork())
    await foldManySales(orm.em.fork())
    await followTimeZone(orm.em.fork())
  } catch (err) {
    logger.warn({ err }, 'Row counts, catalogue changes and sales could not be summed up')
  }
}
