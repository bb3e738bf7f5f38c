import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { NotAllowed, NotFound } from '../errors.ts'
import type { EventName, EventOf } from '../event/events.ts'
import { tellEach, type Untold } from '../event/tell-each.ts'
import { enqueue } from '../job/enqueue.ts'
import { insertion, type NewRow, newRow } from '../rows.ts'
import { together } from '../statement.ts'
import { composeMessages } from './compose-messages.ts'
import { Notification } from './notification.ts'
import type { Message, NotificationProvider, NotificationProviders } from './notification-port.ts'

/** Has a provider tell of events, and keeps what was told. Answers what could not be told. */
export async function notify(
  em: EntityManager,
  provider: NotificationProvider,
  { events, signal }: { events: readonly EventOf<EventName>[]; signal: AbortSignal },
): Promise<Untold[]> {
  const messages = await composeMessages(em, events)
  const sent: Message[] = []
  const untold = await tellEach(events, signal, async ({ id }) => {
    const message = messages.get(id)
    if (!message) return
    await provider.send(message)
    sent.push(message)
  })
  const rows = sent.map((message) => rowOf(em, provider, message))
  if (rows.length > 0) await together(em, insertion(em, Notification, rows))
  return untold
}

function rowOf(em: EntityManager, { id: provider_id }: NotificationProvider, message: Message): NewRow<Notification> {
  const { token: _, ...data } = message.data
  return newRow(em, Notification, { ...message, data, provider_id })
}

/**
 * Has told again what was told, to the same address or another.
 * @throws NotFound; NotAllowed for what held a token.
 */
export async function resendNotification(em: EntityManager, id: string, to?: string | null): Promise<void> {
  const first = await em.findOne(Notification, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!first) throw new NotFound(`Notification with id: ${id} was not found.`)
  if (!first.canBeResent()) throw new NotAllowed('A notification that held a token cannot be sent again')
  const { event_name, resource_type, resource_id, customer_id, data, provider_id } = first
  const facts = { event_name, resource_type, resource_id, customer_id, data, provider_id }
  const again = em.create(Notification, { ...facts, to: to ?? first.to, parent_id: id })
  await em.flush()
  await enqueue(em, 'send_notification', { payload: { id: again.id } })
}

/** Sends a notification that is there. One whose provider is not installed any more stays unsent. */
export async function sendAgain(em: EntityManager, providers: NotificationProviders, id: string): Promise<void> {
  const notification = await em.findOne(Notification, { id })
  if (!notification) return
  const { event_name, to, resource_type, resource_id, customer_id, data, provider_id } = notification
  await providers
    .get(provider_id)
    ?.send({ event_name, to, resource_type, resource_id, customer_id: customer_id ?? null, data })
}
