import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import type { Logger } from 'pino'

type RunWithClient = (...given: unknown[]) => Promise<unknown>

/**
 * A failed statement of the local queue ends the run, and the next run releases its jobs, as after the death of a worker. The
 * statement may have reserved jobs although its response was lost, and graphile-worker would neither start nor release them. If
 * it cannot release jobs when a run ends, it would exit the process.
 */
export function endRunsAtFailures(logger: Logger): WorkerEvents {
  const events: WorkerEvents = new EventEmitter()
  // The types of graphile-worker hide these parts.
  events.on('localQueue:init', ({ localQueue }) => {
    const background: (work: Promise<unknown>) => void = Reflect.get(localQueue, 'background')
    const runWithClient: RunWithClient = Reflect.get(localQueue, 'withPgClient')
    const endRun: (error: unknown) => void = Reflect.get(localQueue, 'onMajorError')
    Reflect.set(localQueue, 'background', (work: Promise<unknown>) => {
      const logged = work.catch((err) => logger.warn({ err }, 'Reserved jobs could not be released'))
      background.call(localQueue, logged)
    })
    const runOrEnd: RunWithClient = async (...given) => {
      try {
        return await runWithClient(...given)
      } catch (err) {
        endRun(err)
        throw err
      }
    }
    Reflect.set(localQueue, 'withPgClient', Object.assign(runOrEnd, { withRetries: runOrEnd }))
  })
  return events
}
