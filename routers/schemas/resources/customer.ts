import { z } from 'zod'
import { metadata, softDelete, timestamps } from '../common.ts'
import { type Many, many, type One, one, resource } from '../resource.ts'
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

export interface CustomerView extends z.output<typeof CustomerResource> {}
