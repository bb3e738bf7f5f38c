import { deliverToEach, type FailedDelivery } from '#entities/platform/event/deliver-to-each.ts'
import type { EventName, EventOf } from '#entities/platform/event/events.ts'
import type { JobContext } from '#server/plugin/job-context.ts'

/** A subscriber receives each of its events at least once. */
export interface Subscriber {
  events: readonly EventName[]
  /** If true, the subscriber does not receive events with `no_notification`. */
  isNotification: boolean
  /** Returns the events to deliver again. If it throws, all events are delivered again. */
  receive(context: JobContext, events: readonly EventOf<EventName>[], signal: AbortSignal): Promise<FailedDelivery[]>
}

/** Subscribers by name. Renaming a subscriber loses the events that are queued under its old name. */
export type Subscribers = Readonly<Record<string, Subscriber>>

type EventHandler<Name extends EventName> = (
  context: JobContext,
  event: EventOf<Name>,
  signal: AbortSignal,
) => Promise<void>

/** Creates a subscriber that receives one event after another. If `receive` throws, the event is retried. */
export function subscribeTo<Name extends EventName>(events: readonly Name[], receive: EventHandler<Name>): Subscriber {
  const isSubscribed = (event: EventOf<EventName>): event is EventOf<EventName> & EventOf<Name> =>
    events.some((name) => name === event.name)
  return {
    events,
    isNotification: false,
    receive: (context, received, signal) =>
      deliverToEach(received, signal, async (event) => {
        if (isSubscribed(event)) await receive(context, event, signal)
      }),
  }
}
