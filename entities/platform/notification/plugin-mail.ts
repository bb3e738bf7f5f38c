import type { EntityManager } from '@mikro-orm/postgresql'
import { shopOf } from '#entities/shop.ts'
import type { EventName, EventOf } from '../event/events.ts'
import type { MailFormat, MailText, Message } from './notification-port.ts'

/** A mail that a plugin sends for one of its events. */
export interface PluginMail {
  event: EventName
  /** Values for previews. */
  demo: Record<string, unknown>
  /** Returns the recipient, if the event does not name it. */
  findRecipient(payload: object, em: EntityManager): Promise<string | null | undefined>
  /** Returns the values of the text, or undefined if no mail is sent. */
  readData(payload: object, em: EntityManager): Promise<object | undefined>
  compose(data: object, format: MailFormat): MailText
}

/** The mails of all plugins, for a notification provider. */
export const mailsOf = (em: EntityManager): readonly PluginMail[] => shopOf(em).mails

export const mailOf = (em: EntityManager, event: EventName): PluginMail | undefined =>
  mailsOf(em).find((mail) => mail.event === event)

/** Adds the recipient, the values and the text to the message of an event. Undefined if no mail is sent. */
export async function composeMail(
  em: EntityManager,
  { id, name, payload }: EventOf<EventName>,
  message: Message | undefined,
): Promise<Message | undefined> {
  const mail = mailOf(em, name)
  if (!mail) return message
  const to = (await mail.findRecipient(payload, em)) ?? message?.to
  if (!to || !ADDRESS.test(to)) return undefined
  const values = await mail.readData(payload, em)
  if (!values) return undefined
  const addressee = message ?? { resource_type: name.split('.', 1)[0] ?? '', customer_id: null }
  const data = { ...message?.data, ...payload, ...values }
  return withText(mail, { ...addressee, id: `event_${id}`, event_name: name, resource_id: payload.id, to, data })
}

/** No other text can add a header or a second recipient. */
const ADDRESS = /^[^\s\p{Cc}@<>(),;:"\\[\]]+@[^\s\p{Cc}@<>(),;:"\\[\]]+$/u

export const withText = (mail: PluginMail | undefined, message: Message): Message =>
  mail ? { ...message, text: (format) => mail.compose(message.data, format) } : message
