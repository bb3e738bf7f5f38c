import type { EventName } from '../event/events.ts'

/** What somebody is to be told. */
export interface Message {
  event_name: EventName
  /** An e-mail address. */
  to: string
  resource_type: string
  resource_id: string
  customer_id: string | null
  /** What the event tells, and what is needed to tell it to people; the token of a private event is among it. */
  data: Record<string, unknown>
}

/** Tells people what happens, by e-mail for example. */
export interface NotificationProvider {
  id: string
  /** Of what it tells. */
  events: readonly EventName[]
  /** To throw is to be asked again later. The same may be asked for twice. */
  send(message: Message): Promise<void>
}

export type NotificationProviders = ReadonlyMap<string, NotificationProvider>
