import { EventEmitter } from 'node:events'
import type { RunnerOptions, WorkerEvents, WorkerPool } from 'graphile-worker'
import type { Logger } from 'pino'

export type WorkerSettings = NonNullable<NonNullable<RunnerOptions['preset']>['worker']>

/** How long after the news of a job it is looked for, in milliseconds, so that one look finds those of several requests. */
const GATHERING = 200

/**
 * Jobs are taken several at a time, and those that end at about the same time are noted together. What is not begun within
 * a second, because there is too much else to do, is given back to others.
 */
export const several = (concurrency: number): WorkerSettings => ({
  completeJobBatchDelay: 20,
  localQueue: { size: 4 * concurrency, ttl: 1000 },
})

/** Has a pool look for jobs a while after it is told of the first, once for all of which it is told until then. */
export function gatherNews(pool: Pick<WorkerPool, 'nudge'>): void {
  const look = pool.nudge.bind(pool)
  let isAwaited = false
  pool.nudge = (count) => {
    if (isAwaited) return
    isAwaited = true
    setTimeout(() => {
      isAwaited = false
      look(count)
    }, GATHERING).unref()
  }
}

interface Queue {
  background(work: Promise<unknown>): void
}

/**
 * Has jobs that were taken and cannot be given back, because the database is away, be left to the next run, which gives
 * them back as those of a dead worker. graphile-worker would end the process.
 */
export function leavingJobs(logger: Logger): WorkerEvents {
  const events: WorkerEvents = new EventEmitter()
  events.on('localQueue:init', ({ localQueue }) => {
    const queue = localQueue as unknown as Queue
    const follow = queue.background.bind(queue)
    queue.background = (work) =>
      follow(work.catch((err) => logger.warn({ err }, 'Jobs that were taken cannot be given back now')))
  })
  return events
}
