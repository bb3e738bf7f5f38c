import type { EntityManager } from '@mikro-orm/postgresql'
import type { EventName } from '../event/events.ts'

export interface Message {
  /** Unique among the messages. A repeated `send` has the same id. */
  id: string
  event_name: EventName
  to: string
  resource_type: string
  resource_id: string
  customer_id: string | null
  /** Payload of the event and values for the text of the message. A private event includes its token. */
  data: Record<string, unknown>
}

/** The parts of the shop that a provider can use. */
export interface NotificationContext {
  /** An entity manager without a transaction. */
  em: EntityManager
  logger: { info(facts: object, text: string): void }
}

export interface NotificationProvider {
  id: string
  events: readonly EventName[]
  /** May be called again for the same message, for example after an exception. */
  send(message: Message, context: NotificationContext): Promise<void>
}

export type NotificationProviders = ReadonlyMap<string, NotificationProvider>
