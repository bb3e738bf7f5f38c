import { type Many, many, resource } from '../resource.ts'
import { AddressResource, type AddressView } from './address.ts'
import { customerColumns } from './customer.ts'
import { StoredOrder, type StoredOrderView } from './order.ts'

/** A customer as they see themselves at the login. */
export const CustomerWithOrders = resource('CustomerWithOrders', customerColumns, {
  get orders(): Many<StoredOrderView> {
    return many(StoredOrder)
  },
  get shipping_addresses(): Many<AddressView> {
    return many(AddressResource)
  },
})
