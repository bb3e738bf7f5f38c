import type { EventName } from '../event/events.ts'

export interface Message {
  event_name: EventName
  to: string
  resource_type: string
  resource_id: string
  customer_id: string | null
  /** Event payload and data for the text. For a private event, `data` contains a token. */
  data: Record<string, unknown>
}

export interface NotificationProvider {
  id: string
  events: readonly EventName[]
  /** Sends the message. The shop retries after an exception and may send the same message again. */
  send(message: Message): Promise<void>
}

export type NotificationProviders = ReadonlyMap<string, NotificationProvider>
