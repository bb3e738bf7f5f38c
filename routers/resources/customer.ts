import { Customer } from '#entities/people/customer/customer.ts'
import { defineResource, toMany, toOne } from '../reading/define-resource.ts'
import { AddressResource } from './address.ts'
import { customerColumns } from './customer-columns.ts'
import { CustomerGroupResource } from './customer-group.ts'

export const CustomerResource = defineResource({
  name: 'Customer',
  entity: Customer,
  fields: 'customer',
  columns: customerColumns,
  relations: () => ({
    billing_address: toOne(AddressResource),
    shipping_addresses: toMany(AddressResource),
    groups: toMany(CustomerGroupResource),
  }),
})
