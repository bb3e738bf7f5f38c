import { z } from 'zod'
import { Notification } from '#entities/platform/notification/notification.ts'
import { columnsOf } from '../inputs/columns.ts'
import { defineResource, type Resource, type RowOf, toMany, toOne } from '../reading/define-resource.ts'
import { CustomerResource } from './customer.ts'

class NotificationProvider {
  declare id: string
  declare is_installed: boolean
}

const NotificationProviderResource = defineResource({
  name: 'NotificationProvider',
  entity: NotificationProvider,
  columns: { id: z.string(), is_installed: z.boolean() },
})

const notification = defineResource({
  name: 'Notification',
  entity: Notification,
  columns: { ...columnsOf(Notification, { omit: ['event_name', 'event_id'] }), event_name: z.string() },
  relations: () => ({
    provider: toOne(NotificationProviderResource),
    customer: toOne(CustomerResource),
    parent_notification: toOne(NotificationResource),
    resends: toMany(NotificationResource),
  }),
})
export interface NotificationView extends RowOf<typeof notification> {}
export const NotificationResource: Resource<NotificationView> = notification
