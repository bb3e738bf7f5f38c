import { defineEntity, p } from '@mikro-orm/postgresql'
import { id, notPersonal, personal, timestamps } from '#entities/base.ts'
import { NotAllowed } from '#entities/errors.ts'
import { Customer } from '#entities/people/customer/customer.ts'
import { type EventName, isPrivateEvent } from '../event/events.ts'

/** `data` never contains a token, even if the message did. */
const NotificationSchema = defineEntity({
  name: 'Notification',
  tableName: 'notification',
  properties: {
    id: id('noti'),
    ...timestamps(),
    event_name: notPersonal(p.text().$type<EventName>()),
    resource_type: notPersonal(p.text()),
    resource_id: p.text(),
    customer_id: p.text().nullable(),
    to: personal(p.text(), { contains: 'email' }),
    data: personal(p.json<Record<string, unknown>>()),
    provider_id: p.text(),
    parent_id: p.text().nullable(),
    /** Null for a resend. An event has at most one notification of each provider. */
    event_id: p.bigint('number').nullable(),
    customer: () => p.manyToOne(Customer).joinColumn('customer_id').persist(false).nullable(),
    parent_notification: () => p.manyToOne(Notification).joinColumn('parent_id').persist(false).nullable(),
    resends: () => p.oneToMany(Notification).mappedBy('parent_notification').orderBy({ created_at: 'asc', id: 'asc' }),
  },
})

export class Notification extends NotificationSchema.class {
  provider(): { id: string; is_installed: boolean } {
    return { id: this.provider_id, is_installed: true }
  }

  assertResendable(): void {
    if (isPrivateEvent(this.event_name))
      throw new NotAllowed('A notification with a token cannot be sent again. Request a new token.').because({
        name: 'notification_with_token',
      })
  }
}
NotificationSchema.setClass(Notification)
