import type { EventName } from '../event/events.ts'

export interface Message {
  event_name: EventName
  to: string
  resource_type: string
  resource_id: string
  customer_id: string | null
  /** Payload of the event and values for the text of the message. A private event includes its token. */
  data: Record<string, unknown>
}

export interface NotificationProvider {
  id: string
  events: readonly EventName[]
  /** May be called again for the same message, for example after an exception. */
  send(message: Message): Promise<void>
}

export type NotificationProviders = ReadonlyMap<string, NotificationProvider>
