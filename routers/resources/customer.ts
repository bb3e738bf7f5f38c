import { Customer } from '#entities/people/customer/customer.ts'
import { columnsOf } from '../inputs/columns.ts'
import { defineResource, toMany, toOne } from '../reading/define-resource.ts'
import { AddressResource } from './address.ts'
import { CustomerGroupResource } from './customer-group.ts'

export const CustomerResource = defineResource({
  name: 'Customer',
  entity: Customer,
  fields: 'customer',
  columns: columnsOf(Customer),
  relations: () => ({
    billing_address: toOne(AddressResource),
    shipping_addresses: toMany(AddressResource),
    groups: toMany(CustomerGroupResource),
  }),
})
