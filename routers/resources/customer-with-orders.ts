import { Order } from '#entities/orders/order/order.ts'
import { Customer } from '#entities/people/customer/customer.ts'
import { defineResource, toMany } from '../reading/define-resource.ts'
import { AddressResource } from './address.ts'
import { customerColumns } from './customer-columns.ts'
import { StoredLine } from './line-item.ts'
import { orderColumns } from './order-columns.ts'

const OrderWithLines = defineResource({
  name: 'OrderWithLines',
  entity: Order,
  fields: 'order',
  columns: orderColumns,
  relations: () => ({ items: toMany(StoredLine) }),
})

export const CustomerWithOrders = defineResource({
  name: 'CustomerWithOrders',
  entity: Customer,
  fields: 'customer',
  columns: customerColumns,
  relations: () => ({ orders: toMany(OrderWithLines), shipping_addresses: toMany(AddressResource) }),
})
