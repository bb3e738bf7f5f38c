import type { z } from 'zod'
import { resource, type ToMany, type ToOne, toMany, toOne } from '../reading/resource.ts'
import { AddressResource, type AddressView } from './address.ts'
import { customerColumns } from './customer.ts'
import { CustomerGroupResource, type CustomerGroupView } from './customer-group.ts'
import { StoredLine, type StoredLineView } from './line-item.ts'
import { orderColumns } from './order-columns.ts'

/** An order of the customer of a cart: its columns and lines. */
const CartCustomerOrder = resource('CartCustomerOrder', orderColumns, {
  get items(): ToMany<StoredLineView> {
    return toMany(StoredLine)
  },
})

/** The customer of a cart. The relations are shown to this customer only. */
export const CartCustomer = resource('CartCustomer', customerColumns, {
  get billing_address(): ToOne<AddressView> {
    return toOne(AddressResource)
  },
  get shipping_addresses(): ToMany<AddressView> {
    return toMany(AddressResource)
  },
  get groups(): ToMany<CustomerGroupView> {
    return toMany(CustomerGroupResource)
  },
  get orders(): ToMany<CartCustomerOrderView> {
    return toMany(CartCustomerOrder)
  },
})

interface CartCustomerOrderView extends z.output<typeof CartCustomerOrder> {}
export interface CartCustomerView extends z.output<typeof CartCustomer> {}
