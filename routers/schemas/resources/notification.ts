import { z } from 'zod'
import { timestamps } from '../common.ts'
import { type Many, many, type One, one, resource } from '../resource.ts'
import { CustomerResource, type CustomerView } from './customer.ts'

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
    get customer(): One<CustomerView> {
      return one(CustomerResource)
    },
    get parent_notification(): One<NotificationView> {
      return one(NotificationResource)
    },
    get resends(): Many<NotificationView> {
      return many(NotificationResource)
    },
  },
)
export interface NotificationView extends z.output<typeof NotificationResource> {}
