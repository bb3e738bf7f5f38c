import type { RunnerOptions, WorkerPool } from 'graphile-worker'

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
