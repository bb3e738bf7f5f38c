import type { Logger } from 'pino'
import type { NotificationProvider } from '#entities/notification/notification-port.ts'

/** Tells nobody but the log, and no token to it: to see what a shop would tell, until one is installed that does. */
export const logNotifications = (logger: Logger): NotificationProvider => ({
  id: 'log',
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
  async send({ event_name, to, resource_id }) {
    logger.info({ event_name, to, resource_id }, 'Somebody would be notified')
  },
})
