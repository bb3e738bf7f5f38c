import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import type { Logger } from 'pino'

/** Without this, graphile-worker exits the process. The next run releases the jobs, as after the death of a worker. */
export function ignoreReleaseFailures(logger: Logger): WorkerEvents {
  const events: WorkerEvents = new EventEmitter()
  events.on('localQueue:init', ({ localQueue }) => {
    const background: unknown = Reflect.get(localQueue, 'background')
    if (typeof background !== 'function') return
    Reflect.set(localQueue, 'background', (work: Promise<unknown>) => {
      const logged = work.catch((err) => logger.warn({ err }, 'Reserved jobs could not be released'))
      Reflect.apply(background, localQueue, [logged])
    })
  })
  return events
}
