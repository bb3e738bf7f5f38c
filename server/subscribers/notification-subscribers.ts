import type { NotificationProviders } from '#entities/platform/notification/notification-port.ts'
import { notify } from '#entities/platform/notification/send-notification.ts'
import type { Subscriber, Subscribers } from '../plugin/subscriber.ts'

export function notificationSubscribers(providers: NotificationProviders): Subscribers {
  return Object.fromEntries(
    Array.from(providers.values(), (provider): [string, Subscriber] => [
      `notification ${provider.id}`,
      {
        events: provider.events,
        isNotification: true,
        receive: ({ orm, logger }, events, signal) =>
          notify({ em: orm.em.fork(), logger }, provider, { events, signal }),
      },
    ]),
  )
}
