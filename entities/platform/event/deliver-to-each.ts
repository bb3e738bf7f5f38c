import type { EventName, EventOf } from './events.ts'

/** Something that somebody was not told, and why. */
export interface FailedDelivery {
  event: EventOf<EventName>
  error: unknown
}

/** Tells of each event, one after another, until the signal aborts; answers those of which it was not told. */
export async function deliverToEach(
  events: readonly EventOf<EventName>[],
  signal: AbortSignal,
  tell: (event: EventOf<EventName>) => Promise<void>,
): Promise<FailedDelivery[]> {
  const untold: FailedDelivery[] = []
  for (const event of events) {
    try {
      signal.throwIfAborted()
      await tell(event)
    } catch (error) {
      untold.push({ event, error })
    }
  }
  return untold
}
