import type { z } from 'zod'
import { resource, type ToMany, toMany } from '../reading/resource.ts'
import { AddressResource, type AddressView } from './address.ts'
import { customerColumns } from './customer.ts'
import { StoredLine, type StoredLineView } from './line-item.ts'
import { orderColumns } from './order-columns.ts'

/** An order in the answer to a login: its columns and lines without its totals. */
const OrderWithLines = resource('OrderWithLines', orderColumns, {
  get items(): ToMany<StoredLineView> {
    return toMany(StoredLine)
  },
})

/** The customer in the answer to a login. */
export const CustomerWithOrders = resource('CustomerWithOrders', customerColumns, {
  get orders(): ToMany<OrderWithLinesView> {
    return toMany(OrderWithLines)
  },
  get shipping_addresses(): ToMany<AddressView> {
    return toMany(AddressResource)
  },
})

interface OrderWithLinesView extends z.output<typeof OrderWithLines> {}
