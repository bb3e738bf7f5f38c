import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import type { Logger } from 'pino'

interface LocalQueue {
  background(work: Promise<unknown>): void
}

/**
 * Logs that jobs could not be returned to the queue. graphile-worker would exit the process. The next run releases
 * these jobs as those of a dead worker.
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
