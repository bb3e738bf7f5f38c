import type { z } from 'zod'
import { type Many, many, type One, one, resource } from '../resource.ts'
import { AddressResource, type AddressView } from './address.ts'
import { CustomerResource, type CustomerView } from './customer.ts'
import { CustomerGroupResource, type CustomerGroupView } from './customer-group.ts'
import { StoredOrder, type StoredOrderView } from './order.ts'
import { PriceListResource, type PriceListView } from './product.ts'

/* Customers and groups as the administration sees them, with all that belongs to them. */

const customerRelations = { billing_address: true, shipping_addresses: true, groups: true } as const

export const AdminCustomerResource = resource('AdminCustomer', CustomerResource.omit(customerRelations).shape, {
  get billing_address(): One<AddressView> {
    return one(AddressResource)
  },
  get shipping_addresses(): Many<AddressView> {
    return many(AddressResource)
  },
  get orders(): Many<StoredOrderView> {
    return many(StoredOrder)
  },
  get groups(): Many<CustomerGroupView> {
    return many(CustomerGroupResource)
  },
})

export const AdminCustomerGroupResource = resource('AdminCustomerGroup', CustomerGroupResource.shape, {
  get customers(): Many<CustomerView> {
    return many(CustomerResource)
  },
  get price_lists(): Many<PriceListView> {
    return many(PriceListResource)
  },
})
export interface AdminCustomerView extends z.output<typeof AdminCustomerResource> {}
export interface AdminCustomerGroupView extends z.output<typeof AdminCustomerGroupResource> {}
