import type { EventName, EventOf } from './events.ts'

/** Something that somebody was not told, and why. */
export interface Untold {
  event: EventOf<EventName>
  error: unknown
}

/** Tells of each event, one after another, until the signal aborts; answers those of which it was not told. */
export async function tellEach(
  events: readonly EventOf<EventName>[],
  signal: AbortSignal,
  tell: (event: EventOf<EventName>) => Promise<void>,
): Promise<Untold[]> {
  const untold: Untold[] = []
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
