import type { EventName, EventOf } from '#entities/event/events.ts'
import { tellEach, type Untold } from '#entities/event/tell-each.ts'
import type { JobContext } from '#server/jobs/job-context.ts'

/** Is told of some events, each at least once. */
export interface Subscriber {
  events: readonly EventName[]
  /** Whether it notifies people, who are left alone where an event says so. */
  isNotification: boolean
  /** Is told of several events. What it answers is told again, and all of them are where it throws. */
  receive(context: JobContext, events: readonly EventOf<EventName>[], signal: AbortSignal): Promise<Untold[]>
}

/** Subscribers by their names. A name stays: an event under way to a name that is gone reaches nobody. */
export type Subscribers = Readonly<Record<string, Subscriber>>

type Receive<Name extends EventName> = (context: JobContext, event: EventOf<Name>) => Promise<void>

/** A subscriber to these events, told of one after another. To throw is to be told of that one again later. */
export function on<Name extends EventName>(events: readonly Name[], receive: Receive<Name>): Subscriber {
  const tell = receive as unknown as Receive<EventName>
  return {
    events,
    isNotification: false,
    receive: (context, told, signal) => tellEach(told, signal, (event) => tell(context, event)),
  }
}

/** A subscriber that notifies people of these events, unless they say `no_notification`. */
export function notifyOn<Name extends EventName>(events: readonly Name[], receive: Receive<Name>): Subscriber {
  return { ...on(events, receive), isNotification: true }
}
