import type { EventName } from '../event/events.ts'

export interface Message {
  event_name: EventName
  to: string
  resource_type: string
  resource_id: string
  customer_id: string | null
  /** The payload of the event and data for the text. Contains the token of a private event. */
  data: Record<string, unknown>
}

export interface NotificationProvider {
  id: string
  events: readonly EventName[]
  /** Throw to retry later. May be called again with the same message. */
  send(message: Message): Promise<void>
}

export type NotificationProviders = ReadonlyMap<string, NotificationProvider>
