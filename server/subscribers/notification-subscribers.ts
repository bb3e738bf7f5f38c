import type { NotificationProviders } from '#entities/platform/notification/notification-port.ts'
import type { PluginMail } from '#entities/platform/notification/plugin-mail.ts'
import { notify } from '#entities/platform/notification/send-notification.ts'
import type { Subscriber, Subscribers } from '../plugin/subscriber.ts'

export function notificationSubscribers(providers: NotificationProviders, mails: readonly PluginMail[]): Subscribers {
  return Object.fromEntries(
    Array.from(providers.values(), (provider): [string, Subscriber] => [
      `notification ${provider.id}`,
      {
        events: provider.sendsMailsOfPlugins
          ? [...provider.events, ...mails.map(({ event }) => event)]
          : provider.events,
        isNotification: true,
        receive: ({ orm, files, logger }, events, signal) =>
          notify({ em: orm.em.fork(), files, logger }, provider, { events, signal }),
      },
    ]),
  )
}
