import { z } from 'zod'
import { metadata, softDelete, timestamps } from '../common.ts'
import { type Many, many, type One, one, resource } from '../resource.ts'
import { AddressResource, type AddressView } from './address.ts'
import { CustomerGroupResource, type CustomerGroupView } from './customer-group.ts'
import { StoredOrder, type StoredOrderView } from './order.ts'

const columns = {
  id: z.string(),
  ...timestamps,
  ...softDelete,
  ...metadata,
  email: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  phone: z.string().nullable(),
  has_account: z.boolean(),
  billing_address_id: z.string().nullable(),
}

export const CustomerResource = resource('Customer', columns, {
  get billing_address(): One<AddressView> {
    return one(AddressResource)
  },
  get shipping_addresses(): Many<AddressView> {
    return many(AddressResource)
  },
  get groups(): Many<CustomerGroupView> {
    return many(CustomerGroupResource)
  },
})

/** A customer as they see themselves at the login. */
export const CustomerWithOrders = resource('CustomerWithOrders', columns, {
  get orders(): Many<StoredOrderView> {
    return many(StoredOrder)
  },
  get shipping_addresses(): Many<AddressView> {
    return many(AddressResource)
  },
})

export interface CustomerView extends z.output<typeof CustomerResource> {}
