import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { run, runOnce, type WorkerEvents } from 'graphile-worker'
import { schemaOf } from '#server/database/shop-schema.ts'
import { createOutboxDispatch, startOutboxDispatcher } from '#server/subscribers/dispatch-outbox.ts'
import type { JobContext } from '../plugin/job-context.ts'
import { createJobCollection } from './collect-jobs.ts'
import { createDeadWorkerCheck } from './dead-workers.ts'
import { openLease } from './lease.ts'
import { endRunsAtFailures } from './local-queue-failures.ts'
import { superviseRunner } from './supervise-runner.ts'
import {
  consolidateRowCounts,
  cronOf,
  openPool,
  optionsOf,
  singleJobSettings,
  type WorkerSettings,
} from './worker-parts.ts'

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
      events: endRunsAtFailures(context.logger),
      gracefulShutdownAbortTimeout: stopTimeout / 2,
      parsedCronItems: cronOf(context),
    })
  }
  const runner = await superviseRunner(startRun, context.logger)
  const releaseDeadWorkers = createDeadWorkerCheck(context)
  const collectJobs = createJobCollection(context, databaseUrl)
  const rescueTimer = setInterval(() => {
    void releaseDeadWorkers(pool)
    void collectJobs(pool)
  }, rescueInterval)
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

/** One statement reserves several jobs. A reserved job that does not start within a second is released. */
const batchedJobSettings = (concurrency: number): WorkerSettings => ({
  completeJobBatchDelay: 20,
  localQueue: { size: 4 * concurrency, ttl: 1000 },
})
