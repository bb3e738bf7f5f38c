import { setTimeout as pause } from 'node:timers/promises'
import { HANDED_OUT_AT_ONCE, handOutEvents } from '#entities/event/hand-out.ts'
import type { JobContext } from '#server/jobs/job-context.ts'
import { subscriptionsOf } from './subscriptions.ts'

/**
 * How often it is looked for new events, in milliseconds. What happens meanwhile is handed out together: that costs a shop
 * with many orders a small part of what it would one by one.
 */
const EVERY = 200

/** How long after a failure, in milliseconds: the database may be away. */
const AFTER_FAILURE = 1000

/** Hands out all that was announced; answers how many events that were. */
export async function dispatchEvents(context: JobContext): Promise<number> {
  const em = context.orm.em.fork()
  const subscriptions = subscriptionsOf(context)
  for (let sum = 0; ; ) {
    const handed = await handOutEvents(em, subscriptions)
    sum += handed
    if (handed < HANDED_OUT_AT_ONCE) return sum
  }
}

/** Hands out what is announced, beside as many others who do as there are, until it is stopped. */
export function startDispatching(context: JobContext): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping

  async function goOn(): Promise<void> {
    const em = context.orm.em.fork()
    const subscriptions = subscriptionsOf(context)
    while (!signal.aborted) {
      let wait = AFTER_FAILURE
      try {
        const handed = await handOutEvents(em, subscriptions)
        wait = handed < HANDED_OUT_AT_ONCE ? EVERY : 0
      } catch (err) {
        context.logger.warn({ err }, 'Events cannot be handed out now')
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
