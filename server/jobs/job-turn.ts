import { EventEmitter, once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { type ParsedCronItem, runTaskListOnce, type WorkerEvents } from 'graphile-worker'
import type { Pool } from 'pg'
import { now } from '#entities/values/clock.ts'
import { schemaOf } from '#server/database/shop-schema.ts'
import { createOutboxDispatch } from '#server/subscribers/dispatch-outbox.ts'
import type { JobContext } from '../plugin/job-context.ts'
import { createDeadWorkerCheck } from './dead-workers.ts'
import { openLease } from './lease.ts'
import { consolidateRowCounts, cronOf, openPool, optionsOf, singleJobSettings } from './worker-parts.ts'

export interface TurnSettings {
  databaseUrl: string
  /** A job that is running then is not interrupted. */
  milliseconds: number
  /** Interrupts the running job. */
  signal: AbortSignal
}

/**
 * Works for a while on the jobs of a shop that has no runner: dispatches its events, adds its scheduled jobs, and runs its due jobs one
 * after another. Several processes can do this at the same time.
 */
export async function runJobTurn(context: JobContext, settings: TurnSettings): Promise<void> {
  const { databaseUrl, milliseconds, signal } = settings
  const schema = schemaOf(context.orm)
  await using resources = new AsyncDisposableStack()
  const lease = resources.use(await openLease(databaseUrl, schema, context.logger))
  const pool = resources.adopt(openPool(databaseUrl, 1, context), (it) => it.end())
  const end = performance.now() + milliseconds
  const hasTime = () => performance.now() < end && !signal.aborted
  const releaseDeadWorkers = createDeadWorkerCheck(context)
  await releaseDeadWorkers(pool)
  await addScheduledJobs(pool, schema.jobs, cronOf(context))
  const dispatch = createOutboxDispatch(context)
  const options = optionsOf(context, { pool, lease, workers: [], settings: oneJobAtATime, signal })
  await dispatch(signal)
  do await runDueJobsUntil(options, pool, end, signal)
  while ((await dispatch(signal)) > 0 && hasTime())
  await consolidateRowCounts(context)
  await releaseDeadWorkers(pool)
}

/** Graphile Worker would interrupt the job that runs at the end of the turn. */
const oneJobAtATime = { ...singleJobSettings, gracefulShutdownAbortTimeout: 2 ** 31 - 1 }

async function runDueJobsUntil(
  options: ReturnType<typeof optionsOf>,
  pool: Pool,
  end: number,
  signal: AbortSignal,
): Promise<void> {
  const client = await pool.connect()
  const ended = new AbortController()
  const events: WorkerEvents = new EventEmitter()
  try {
    const jobs = runTaskListOnce({ ...options, events }, options.taskList, client)
    // A shutdown before the first look for a job would never end, and a second one is an error.
    const hasBegun = once(events, 'worker:getJob:start', { signal: ended.signal })
    events.once('pool:gracefulShutdown', () => ended.abort())
    const timeIsOver = pause(Math.max(0, end - performance.now()), undefined, { signal, ref: false }).catch(() => {})
    // `jobs.promise` reports a failed shutdown.
    Promise.all([hasBegun, timeIsOver])
      .then(() => (ended.signal.aborted ? undefined : jobs.gracefulShutdown()))
      .catch(() => {})
    await jobs.promise
  } finally {
    ended.abort()
    client.release()
  }
}

/** A shop whose jobs were not run for a longer time gets each scheduled job once. */
const LOOK_BACK_MINUTES = 24 * 60

/** Adds the scheduled jobs whose minute has come since the last turn. Two processes add a job once. */
async function addScheduledJobs(pool: Pool, schema: string, items: readonly ParsedCronItem[]): Promise<void> {
  const { rows } = await pool.query<{ identifier: string; since: Date }>(
    `select identifier, coalesce(last_execution, known_since) as since from ${schema}._private_known_crontabs`,
  )
  const known = new Map(rows.map(({ identifier, since }) => [identifier, since]))
  const minute = Math.floor(now().getTime() / 60_000)
  const due = items.filter((item) => {
    const since = known.get(item.identifier)
    return since === undefined || isDue(item, Math.floor(since.getTime() / 60_000), minute)
  })
  for (const item of due) await addScheduledJob(pool, schema, item, new Date(minute * 60_000))
}

function isDue({ match }: ParsedCronItem, after: number, minute: number): boolean {
  for (let one = Math.max(after + 1, minute - LOOK_BACK_MINUTES); one <= minute; one++) {
    const time = new Date(one * 60_000)
    const [min, hour, date] = [time.getUTCMinutes(), time.getUTCHours(), time.getUTCDate()]
    if (match({ min, hour, date, month: time.getUTCMonth() + 1, dow: time.getUTCDay() })) return true
  }
  return false
}

/** The first turn of a shop only begins the schedule. */
async function addScheduledJob(pool: Pool, schema: string, item: ParsedCronItem, at: Date): Promise<void> {
  const { identifier, task, options } = item
  await pool.query(
    `with known as (
      select from ${schema}._private_known_crontabs where identifier = $1
    ), claimed as (
      insert into ${schema}._private_known_crontabs as crontab (identifier, known_since, last_execution)
      values ($1, $2, $2)
      on conflict (identifier) do update set last_execution = excluded.last_execution
      where coalesce(crontab.last_execution, crontab.known_since) < excluded.last_execution
      returning 1
    )
    select ${schema}.add_job($3, $4::json, job_key := $5, max_attempts := $6)
    from claimed where exists (select from known)`,
    [identifier, at, task, { _cron: { ts: at.toISOString() } }, options.jobKey, options.maxAttempts ?? null],
  )
}
