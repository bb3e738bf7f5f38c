import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import type { Logger } from 'pino'

type WithClient = (...given: unknown[]) => Promise<unknown>

interface LocalQueueParts {
  background: (work: Promise<unknown>) => void
  withPgClient: WithClient & { withRetries: WithClient }
  /** Ends the run. */
  onMajorError: (error: Error) => void
}

/**
 * A failed statement of the local queue ends the run, and the next run releases its jobs, as after the death of a worker. The
 * statement may have reserved jobs although its response was lost, and graphile-worker would neither start nor release them. If
 * it cannot release jobs when a run ends, it would exit the process.
 */
export function endRunsAtFailures(logger: Logger): WorkerEvents {
  const events: WorkerEvents = new EventEmitter()
  events.on('localQueue:init', ({ localQueue }) => {
    const parts = localQueue as unknown as LocalQueueParts
    const { background, withPgClient } = parts
    parts.background = (work) => {
      const logged = work.catch((err) => logger.warn({ err }, 'Reserved jobs could not be released'))
      background.call(localQueue, logged)
    }
    const orEnd: WithClient = async (...given) => {
      try {
        return await withPgClient(...given)
      } catch (err) {
        parts.onMajorError(err as Error)
        throw err
      }
    }
    parts.withPgClient = Object.assign(orEnd, { withRetries: orEnd })
  })
  return events
}
