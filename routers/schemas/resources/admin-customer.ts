import type { z } from 'zod'
import { type Many, many, type One, one, resource } from '../resource.ts'
import { AddressResource } from './address.ts'
import { CustomerResource } from './customer.ts'
import { CustomerGroupResource } from './customer-group.ts'
import { StoredOrder, type StoredOrderView } from './order.ts'
import { PriceListResource, type PriceListView } from './product.ts'
import { CountryResource, type CountryView } from './region.ts'

/* Customers and groups as the administration sees them, with all that belongs to them. */

const customerRelations = { billing_address: true, shipping_addresses: true, groups: true } as const

export const AdminAddressResource = resource('AdminAddress', AddressResource.omit({ country: true }).shape, {
  get country(): One<CountryView> {
    return one(CountryResource)
  },
  get customer(): One<AdminCustomerView> {
    return one(AdminCustomerResource)
  },
})

export const AdminCustomerResource = resource('AdminCustomer', CustomerResource.omit(customerRelations).shape, {
  get billing_address(): One<AdminAddressView> {
    return one(AdminAddressResource)
  },
  get shipping_addresses(): Many<AdminAddressView> {
    return many(AdminAddressResource)
  },
  get orders(): Many<StoredOrderView> {
    return many(StoredOrder)
  },
  get groups(): Many<AdminCustomerGroupView> {
    return many(AdminCustomerGroupResource)
  },
})

export const AdminCustomerGroupResource = resource('AdminCustomerGroup', CustomerGroupResource.shape, {
  get customers(): Many<AdminCustomerView> {
    return many(AdminCustomerResource)
  },
  get price_lists(): Many<PriceListView> {
    return many(PriceListResource)
  },
})
export interface AdminAddressView extends z.output<typeof AdminAddressResource> {}
export interface AdminCustomerView extends z.output<typeof AdminCustomerResource> {}
export interface AdminCustomerGroupView extends z.output<typeof AdminCustomerGroupResource> {}
