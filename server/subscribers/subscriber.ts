import type { EventName, EventOf } from '#entities/event/events.ts'
import type { JobContext } from '#server/jobs/job-context.ts'

/** Is told of some events, each at least once. To throw is to be told again later. */
export interface Subscriber {
  events: readonly EventName[]
  /** Whether it notifies people, who are left alone where an event says so. */
  isNotification: boolean
  receive(context: JobContext, event: EventOf<EventName>): Promise<void>
}

/** Subscribers by their names. A name stays: an event under way to a name that is gone reaches nobody. */
export type Subscribers = Readonly<Record<string, Subscriber>>

type Receive<Name extends EventName> = (context: JobContext, event: EventOf<Name>) => Promise<void>

/** A subscriber to these events. */
export function on<Name extends EventName>(events: readonly Name[], receive: Receive<Name>): Subscriber {
  return { events, isNotification: false, receive: receive as Subscriber['receive'] }
}

/** A subscriber that notifies people of these events, unless they say `no_notification`. */
export function notifyOn<Name extends EventName>(events: readonly Name[], receive: Receive<Name>): Subscriber {
  return { ...on(events, receive), isNotification: true }
}
