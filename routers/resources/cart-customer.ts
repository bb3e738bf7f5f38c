import { Order } from '#entities/orders/order/order.ts'
import { Customer } from '#entities/people/customer/customer.ts'
import { defineResource, toMany, toOne } from '../reading/define-resource.ts'
import { AddressResource } from './address.ts'
import { customerColumns } from './customer-columns.ts'
import { CustomerGroupResource } from './customer-group.ts'
import { StoredLine } from './line-item.ts'
import { orderColumns } from './order-columns.ts'

const CartCustomerOrder = defineResource({
  name: 'CartCustomerOrder',
  entity: Order,
  fields: 'order',
  columns: orderColumns,
  relations: () => ({ items: toMany(StoredLine) }),
})

/** Customer of a cart. Only this customer can read the relations. */
export const CartCustomer = defineResource({
  name: 'CartCustomer',
  entity: Customer,
  fields: 'customer',
  columns: customerColumns,
  relations: () => ({
    billing_address: toOne(AddressResource),
    shipping_addresses: toMany(AddressResource),
    groups: toMany(CustomerGroupResource),
    orders: toMany(CartCustomerOrder),
  }),
})
