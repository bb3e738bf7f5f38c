import { Order } from '#entities/orders/order/order.ts'
import { Customer } from '#entities/people/customer/customer.ts'
import { columnsOf } from '../inputs/columns.ts'
import { defineResource, toMany } from '../reading/define-resource.ts'
import { AddressResource } from './address.ts'
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
  columns: columnsOf(Customer),
  relations: () => ({ orders: toMany(OrderWithLines), shipping_addresses: toMany(AddressResource) }),
})
