import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import type { Logger } from 'pino'

interface LocalQueue {
  background(work: Promise<unknown>): void
}

/**
 * Has jobs that were taken and cannot be given back, because the database is away, be left to the next run, which gives
 * them back as those of a dead worker. graphile-worker would end the process.
 */
export function ignoreReleaseFailures(logger: Logger): WorkerEvents {
  const events: WorkerEvents = new EventEmitter()
  events.on('localQueue:init', ({ localQueue }) => {
    const queue = localQueue as unknown as LocalQueue
    const follow = queue.background.bind(queue)
    queue.background = (work) =>
      follow(work.catch((err) => logger.warn({ err }, 'Reserved jobs could not be released')))
  })
  return events
}
