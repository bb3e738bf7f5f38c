import { deliverToEach, type FailedDelivery } from '#entities/platform/event/deliver-to-each.ts'
import type { EventName, EventOf } from '#entities/platform/event/events.ts'
import type { JobContext } from '#server/jobs/job-context.ts'

/** Is told of some events, each at least once. */
export interface Subscriber {
  events: readonly EventName[]
  /** Whether it notifies people, who are left alone where an event says so. */
  isNotification: boolean
  /** Is told of several events. What it answers is told again, and all of them are where it throws. */
  receive(context: JobContext, events: readonly EventOf<EventName>[], signal: AbortSignal): Promise<FailedDelivery[]>
}

/** Subscribers by their names. A name stays: an event under way to a name that is gone reaches nobody. */
export type Subscribers = Readonly<Record<string, Subscriber>>

type EventHandler<Name extends EventName> = (context: JobContext, event: EventOf<Name>) => Promise<void>

/** A subscriber to these events, told of one after another. To throw is to be told of that one again later. */
export function subscribeTo<Name extends EventName>(events: readonly Name[], receive: EventHandler<Name>): Subscriber {
  const tell = receive as unknown as EventHandler<EventName>
  return {
    events,
    isNotification: false,
    receive: (context, told, signal) => deliverToEach(told, signal, (event) => tell(context, event)),
  }
}

/** A subscriber that notifies people of these events, unless they say `no_notification`. */
export function subscribeNotifierTo<Name extends EventName>(
  events: readonly Name[],
  receive: EventHandler<Name>,
): Subscriber {
  return { ...subscribeTo(events, receive), isNotification: true }
}
