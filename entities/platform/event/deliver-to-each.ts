import type { EventName, EventOf } from './events.ts'

export interface FailedDelivery {
  event: EventOf<EventName>
  error: unknown
}

export async function deliverToEach(
  events: readonly EventOf<EventName>[],
  signal: AbortSignal,
  deliver: (event: EventOf<EventName>) => Promise<void>,
): Promise<FailedDelivery[]> {
  const failures: FailedDelivery[] = []
  for (const event of events) {
    try {
      signal.throwIfAborted()
      await deliver(event)
    } catch (error) {
      failures.push({ event, error })
    }
  }
  return failures
}
