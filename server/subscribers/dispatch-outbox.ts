import { setTimeout as pause } from 'node:timers/promises'
import { DISPATCH_BATCH_SIZE, dispatchOutbox } from '#entities/platform/event/dispatch-outbox.ts'
import type { JobContext } from '#server/jobs/job-context.ts'
import { subscriptionsOf } from './subscriptions.ts'

/**
 * How often it is looked for new events, in milliseconds. What happens meanwhile is handed out together: that costs a shop
 * with many orders a small part of what it would one by one.
 */
const OUTBOX_POLL_INTERVAL = 200

/** How long after a failure, in milliseconds: the database may be away. */
const RETRY_DELAY = 1000

/** Hands out all that was announced, until the signal aborts; answers how many events that were. */
export type OutboxDispatch = (signal?: AbortSignal) => Promise<number>

/** What hands events out to whoever subscribes; made once, for it is asked several times a second. */
export function createOutboxDispatch(context: JobContext): OutboxDispatch {
  const em = context.orm.em.fork()
  const subscriptions = subscriptionsOf(context)
  return async (signal) => {
    let sum = 0
    let handed: number
    do {
      handed = await dispatchOutbox(em, subscriptions)
      sum += handed
    } while (handed === DISPATCH_BATCH_SIZE && !signal?.aborted)
    return sum
  }
}

/** Hands out what is announced, beside as many others who do as there are, until it is stopped. */
export function startOutboxDispatcher(context: JobContext): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const dispatch = createOutboxDispatch(context)

  async function goOn(): Promise<void> {
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

  const ended = goOn()
  return {
    async stop() {
      stopping.abort()
      await ended
    },
  }
}
