import { setTimeout as pause } from 'node:timers/promises'
import { DISPATCH_BATCH_SIZE, dispatchOutbox } from '#entities/platform/event/dispatch-outbox.ts'
import type { JobContext } from '#server/plugin/job-context.ts'
import { subscriptionsOf } from './subscriptions.ts'

/** Polling interval of the outbox, in milliseconds. */
const OUTBOX_POLL_INTERVAL = 200

/** Pause after a failure, in milliseconds. */
const RETRY_DELAY = 1000

/** Dispatches all events of the outbox until the signal aborts. Returns the number of dispatched events. */
export type OutboxDispatch = (signal?: AbortSignal) => Promise<number>

export function createOutboxDispatch(context: JobContext): OutboxDispatch {
  const em = context.orm.em.fork()
  const subscriptions = subscriptionsOf(context)
  return async (signal) => {
    let sum = 0
    let count: number
    do {
      count = await dispatchOutbox(em, subscriptions)
      sum += count
    } while (count === DISPATCH_BATCH_SIZE && !signal?.aborted)
    return sum
  }
}

/** Several processes can do this at the same time. */
export function startOutboxDispatcher(context: JobContext): { stop(): Promise<void> } {
  const controller = new AbortController()
  const { signal } = controller
  const dispatch = createOutboxDispatch(context)

  async function dispatchUntilStopped(): Promise<void> {
    while (!signal.aborted) {
      let wait = OUTBOX_POLL_INTERVAL
      try {
        await dispatch(signal)
      } catch (err) {
        context.logger.warn({ err }, 'The event outbox could not be dispatched')
        wait = RETRY_DELAY
      }
      await pause(wait, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  const loop = dispatchUntilStopped()
  return {
    async stop() {
      controller.abort()
      await loop
    },
  }
}
