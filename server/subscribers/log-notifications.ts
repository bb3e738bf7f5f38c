import { composeMessages } from '#entities/platform/notification/compose-messages.ts'
import type { Subscriber } from '../plugin/subscriber.ts'

/** For a shop without a notification provider. Logs notifications without their tokens and addresses. */
export const logNotifications: Subscriber = {
  events: [
    'order.placed',
    'order.canceled',
    'order.shipment_created',
    'order.refund_created',
    'customer.created',
    'customer.password_reset',
    'user.password_reset',
    'invite.created',
    'order-update-token.created',
  ],
  isNotification: true,
  async receive({ orm, logger }, events) {
    const messages = await composeMessages(orm.em.fork(), events)
    for (const { event_name, resource_id } of messages.values())
      logger.info({ event_name, resource_id }, 'Notification not sent: no notification provider is installed')
    return []
  },
}
