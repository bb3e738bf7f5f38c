import type { EntityManager } from '@mikro-orm/postgresql'
import type { EventName } from '../event/events.ts'
import type { FileStore } from '../file/file-port.ts'

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
  /** The text of a mail that a plugin declares, without HTML. */
  text?: (format: MailFormat) => MailText
}

/** The values and formats of a language. */
export interface MailFormat {
  locale: string
  shop: { name: string; url: string }
  /** Formats an amount in minor units. */
  money(amount: number, currency_code: string): string
  date(time: Date | string): string
}

export interface MailText {
  subject: string
  /** Blank lines separate paragraphs. A line with an address is a link. */
  text: string
}

/** The parts of the shop that a provider can use. */
export interface NotificationContext {
  /** An entity manager without a transaction. */
  em: EntityManager
  files: FileStore
  logger: { info(facts: object, text: string): void }
}

export interface MailPreview {
  subject: string
  /** A whole document. */
  html: string
  text: string
  /** The language and country of the texts, such as `de-AT`. */
  locale: string
}

export interface NotificationProvider {
  id: string
  events: readonly EventName[]
  /** Whether the provider also sends the mails that plugins declare, by the `text` of their messages. */
  sendsMailsOfPlugins?: boolean
  /** Whether no message leaves the server, as during development. Default: false. */
  isPreview?: boolean
  /**
   * Returns the message as `send` would send it now, in another language if `locale` names one. Undefined if `send` would send nothing.
   * It must change nothing.
   */
  preview?(
    message: Message,
    context: Pick<NotificationContext, 'em' | 'files'>,
    locale?: string,
  ): Promise<MailPreview | undefined>
  /** May be called again for the same message, for example after an exception. */
  send(message: Message, context: NotificationContext): Promise<void>
}

export type NotificationProviders = ReadonlyMap<string, NotificationProvider>
