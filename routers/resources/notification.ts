import { z } from 'zod'
import { timestamps } from '../inputs/common.ts'
import { resource, type ToMany, type ToOne, toMany, toOne } from '../reading/resource.ts'
import { CustomerResource, type CustomerView } from './customer.ts'

const NotificationProviderResource = resource('NotificationProvider', { id: z.string(), is_installed: z.boolean() })

export const NotificationResource = resource(
  'Notification',
  {
    id: z.string(),
    ...timestamps,
    event_name: z.string(),
    resource_type: z.string(),
    resource_id: z.string(),
    customer_id: z.string().nullable(),
    to: z.string(),
    data: z.record(z.string(), z.unknown()),
    provider_id: z.string(),
    parent_id: z.string().nullable(),
  },
  {
    get provider(): ToOne<NotificationProviderView> {
      return toOne(NotificationProviderResource)
    },
    get customer(): ToOne<CustomerView> {
      return toOne(CustomerResource)
    },
    get parent_notification(): ToOne<NotificationView> {
      return toOne(NotificationResource)
    },
    get resends(): ToMany<NotificationView> {
      return toMany(NotificationResource)
    },
  },
)
interface NotificationProviderView extends z.output<typeof NotificationProviderResource> {}
export interface NotificationView extends z.output<typeof NotificationResource> {}
