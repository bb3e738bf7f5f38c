import type { EntityManager } from '@mikro-orm/postgresql'
import { buildRow, insertStatement, lockRow, type NewRow } from '#database/rows.ts'
import { batch } from '#database/statement.ts'
import { NotFound } from '#entities/errors.ts'
import { deliverToEach, type FailedDelivery } from '../event/deliver-to-each.ts'
import type { EventName, EventOf } from '../event/events.ts'
import { enqueue } from '../job/enqueue.ts'
import { composeMessages } from './compose-messages.ts'
import { Notification } from './notification.ts'
import type { Message, NotificationProvider, NotificationProviders } from './notification-port.ts'

export async function notify(
  em: EntityManager,
  provider: NotificationProvider,
  { events, signal }: { events: readonly EventOf<EventName>[]; signal: AbortSignal },
): Promise<FailedDelivery[]> {
  const messages = await composeMessages(em, events)
  const sent: Message[] = []
  const failures = await deliverToEach(events, signal, async ({ id }) => {
    const message = messages.get(id)
    if (!message) return
    await provider.send(message)
    sent.push(message)
  })
  const rows = sent.map((message) => buildNotificationRow(em, provider, message))
  if (rows.length > 0) await batch(em, insertStatement(em, Notification, rows))
  return failures
}

function buildNotificationRow(
  em: EntityManager,
  { id: provider_id }: NotificationProvider,
  message: Message,
): NewRow<Notification> {
  const { token: _, ...data } = message.data
  return buildRow(em, Notification, { ...message, data, provider_id })
}

export async function resendNotification(em: EntityManager, id: string, to?: string | null): Promise<void> {
  const original = await lockRow(em, Notification, { id })
  if (!original) throw new NotFound(`Notification with id: ${id} was not found.`)
  original.assertResendable()
  const { event_name, resource_type, resource_id, customer_id, data, provider_id } = original
  const columns = { event_name, resource_type, resource_id, customer_id, data, provider_id }
  const resendRow = em.create(Notification, { ...columns, to: to ?? original.to, parent_id: id })
  await em.flush()
  await enqueue(em, 'send_notification', { payload: { id: resendRow.id } })
}

/** If the provider is not installed, the notification is deleted, because the shop did not send it. */
export async function deliverResend(em: EntityManager, providers: NotificationProviders, id: string): Promise<void> {
  const notification = await em.findOne(Notification, { id })
  if (!notification) return
  const { event_name, to, resource_type, resource_id, customer_id, data, provider_id } = notification
  const provider = providers.get(provider_id)
  if (provider)
    await provider.send({ event_name, to, resource_type, resource_id, customer_id: customer_id ?? null, data })
  else await em.nativeDelete(Notification, { id })
}
