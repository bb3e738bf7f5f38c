import { z } from 'zod'
import { metadata, softDelete, timestamps } from '../inputs/common.ts'
import { resource, type ToMany, type ToOne, toMany, toOne } from '../reading/resource.ts'
import { AddressResource, type AddressView } from './address.ts'
import { CustomerGroupResource, type CustomerGroupView } from './customer-group.ts'

export const customerColumns = {
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

export const CustomerResource = resource('Customer', customerColumns, {
  get billing_address(): ToOne<AddressView> {
    return toOne(AddressResource)
  },
  get shipping_addresses(): ToMany<AddressView> {
    return toMany(AddressResource)
  },
  get groups(): ToMany<CustomerGroupView> {
    return toMany(CustomerGroupResource)
  },
})

export interface CustomerView extends z.output<typeof CustomerResource> {}
