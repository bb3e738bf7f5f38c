import type { NotificationProviders } from '#entities/notification/notification-port.ts'
import { notify } from '#entities/notification/send-notification.ts'
import { notifyOn, type Subscribers } from './subscriber.ts'

/** Each notification provider as a subscriber to the events of which it tells. */
export function notifiers(providers: NotificationProviders): Subscribers {
  return Object.fromEntries(
    Array.from(providers.values(), (provider) => [
      `notification ${provider.id}`,
      notifyOn(provider.events, ({ orm }, event) => notify(orm.em.fork(), provider, event)),
    ]),
  )
}
