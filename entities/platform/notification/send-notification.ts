import type { EntityManager } from '@mikro-orm/postgresql'
import { buildRow, findRow, insertRow, insertStatement, lockRow, type NewRow, type Row } from '#database/rows.ts'
import { batch, statement } from '#database/statement.ts'
import { ERASED_EMAIL } from '#entities/base.ts'
import { NotFound } from '#entities/errors.ts'
import { deliverToEach, type FailedDelivery } from '../event/deliver-to-each.ts'
import type { EventName, EventOf } from '../event/events.ts'
import { enqueue } from '../job/enqueue.ts'
import { composeMessages } from './compose-messages.ts'
import { Notification } from './notification.ts'
import type { Message, NotificationContext, NotificationProvider, NotificationProviders } from './notification-port.ts'
import { composeMail, mailOf, withText } from './plugin-mail.ts'

/** Each message is recorded before the next one is sent, so a repeated delivery skips the sent messages. */
export async function notify(
  { em, files, logger }: NotificationContext,
  provider: NotificationProvider,
  { events, signal }: { events: readonly EventOf<EventName>[]; signal: AbortSignal },
): Promise<FailedDelivery[]> {
  const sentIds = await findSentEvents(em, provider, events)
  const unsent = events.filter(({ id }) => !sentIds.has(id))
  const messages = await composeMessages(em, unsent)
  const counts = await countMessages(em, provider, messages)
  return deliverToEach(unsent, signal, async (event) => {
    const { id } = event
    const message = await composeMail(em, event, messages.get(id))
    if (!message) return
    const count = message.text ? await countMails(em, provider, message) : (counts.get(message.to) ?? 0)
    if (count >= MAX_MESSAGES && (message.text || isOfStranger(message))) {
      logger.info({ event_id: id, event_name: message.event_name }, 'Message not sent: too many for its recipient')
      return
    }
    if (isOfStranger(message)) counts.set(message.to, count + 1)
    await provider.send(message, { em: em.fork(), files, logger })
    await batch(em, insertStatement(em, Notification, [buildNotificationRow(em, provider, { message, event_id: id })]))
  })
}

/** Maximum number of messages in an hour to one recipient that strangers can cause. */
const MAX_MESSAGES = 50

/** Strangers can cause these events for the address of another person. */
const STRANGER_EVENTS: readonly EventName[] = [
  'order.placed',
  'order.return_requested',
  'swap.created',
  'customer.created',
]

const isOfStranger = ({ event_name }: Message): boolean => STRANGER_EVENTS.includes(event_name)

/** The mails of the last hour to the recipient for events of the plugin. Strangers may cause all of them. */
async function countMails(em: EntityManager, { id }: NotificationProvider, message: Message): Promise<number> {
  const [row] = await selectMessageCounts(em, id, [message.to], [message.event_name])
  return row?.count ?? 0
}

/** The messages of the last hour to the recipients. */
async function countMessages(
  em: EntityManager,
  { id: provider_id }: NotificationProvider,
  messages: ReadonlyMap<number, Message>,
): Promise<Map<string, number>> {
  const recipients = [...messages.values()].filter(isOfStranger).map(({ to }) => to)
  if (recipients.length === 0) return new Map()
  const rows = await selectMessageCounts(em, provider_id, [...new Set(recipients)], [...STRANGER_EVENTS])
  return new Map(rows.map(({ to, count }) => [to, count]))
}

const selectMessageCounts = statement<{ to: string; count: number }>(`
  select "to", count(*)::integer as count from notification
  where provider_id = $1 and "to" = any($2::text[]) and event_name = any($3::text[]) and created_at > now() - interval '1 hour'
  group by "to"`)

async function findSentEvents(
  em: EntityManager,
  { id: provider_id }: NotificationProvider,
  events: readonly EventOf<EventName>[],
): Promise<Set<number>> {
  const rows = await selectSentEvents(
    em,
    provider_id,
    events.map(({ id }) => id),
  )
  return new Set(rows.map(({ event_id }) => event_id))
}

const selectSentEvents = statement<{ event_id: number }>(`
  select event_id::float8 as event_id from notification where provider_id = $1 and event_id = any($2::bigint[])`)

function buildNotificationRow(
  em: EntityManager,
  { id: provider_id }: NotificationProvider,
  { message, event_id }: { message: Message; event_id: number },
): NewRow<Notification> {
  const { id: _id, text: _text, data: privateData, ...columns } = message
  const { token: _, ...data } = privateData
  return buildRow(em, Notification, { ...columns, data, provider_id, event_id })
}

interface ResendChanges {
  to?: string | null | undefined
  /** The language of the message. Default: the language of the first one. */
  locale?: string | null | undefined
}

export async function resendNotification(em: EntityManager, id: string, { to, locale }: ResendChanges): Promise<void> {
  const original = await lockRow(em, Notification, { id })
  if (!original) throw new NotFound(`Notification with id: ${id} was not found.`)
  original.assertResendable()
  const { event_name, resource_type, resource_id, customer_id, data, provider_id } = original
  const columns = { event_name, resource_type, resource_id, customer_id, provider_id }
  const changed = { to: to ?? original.to, data: locale ? { ...data, locale } : data }
  const resendRow = insertRow(em, Notification, { ...columns, ...changed, parent_id: id })
  await em.flush()
  await enqueue(em, 'send_notification', { payload: { id: resendRow.id } })
}

/** If the provider is not installed, the notification is deleted, because the shop did not send it. */
export async function deliverResend(
  { em, files, logger }: NotificationContext,
  providers: NotificationProviders,
  id: string,
): Promise<void> {
  const notification = await findRow(em, Notification, { id })
  if (!notification || notification.to === ERASED_EMAIL) return
  const provider = providers.get(notification.provider_id)
  if (provider) await provider.send(messageOf(em, notification), { em: em.fork(), files, logger })
  else await em.nativeDelete(Notification, { id })
}

/** The message of a stored notification. */
export function messageOf(em: EntityManager, notification: Row<Notification>): Message {
  const { id, event_name, to, resource_type, resource_id, customer_id, data } = notification
  const message = { id, event_name, to, resource_type, resource_id, customer_id: customer_id ?? null, data }
  return withText(mailOf(em, event_name), message)
}
