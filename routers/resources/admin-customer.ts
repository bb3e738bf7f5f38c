import type { z } from 'zod'
import { resource, type ToMany, type ToOne, toMany, toOne } from '../reading/resource.ts'
import { AddressResource } from './address.ts'
import { CustomerResource } from './customer.ts'
import { CustomerGroupResource } from './customer-group.ts'
import { PriceListResource, type PriceListView } from './product.ts'
import { CountryResource, type CountryView } from './region.ts'
import { StoredOrder, type StoredOrderView } from './stored-order.ts'

/* Customers and groups as the administration sees them, with all that belongs to them. */

const customerRelations = { billing_address: true, shipping_addresses: true, groups: true } as const

export const AdminAddressResource = resource('AdminAddress', AddressResource.omit({ country: true }).shape, {
  get country(): ToOne<CountryView> {
    return toOne(CountryResource)
  },
  get customer(): ToOne<AdminCustomerView> {
    return toOne(AdminCustomerResource)
  },
})

export const AdminCustomerResource = resource('AdminCustomer', CustomerResource.omit(customerRelations).shape, {
  get billing_address(): ToOne<AdminAddressView> {
    return toOne(AdminAddressResource)
  },
  get shipping_addresses(): ToMany<AdminAddressView> {
    return toMany(AdminAddressResource)
  },
  get orders(): ToMany<StoredOrderView> {
    return toMany(StoredOrder)
  },
  get groups(): ToMany<AdminCustomerGroupView> {
    return toMany(AdminCustomerGroupResource)
  },
})

export const AdminCustomerGroupResource = resource('AdminCustomerGroup', CustomerGroupResource.shape, {
  get customers(): ToMany<AdminCustomerView> {
    return toMany(AdminCustomerResource)
  },
  get price_lists(): ToMany<PriceListView> {
    return toMany(PriceListResource)
  },
})
export interface AdminAddressView extends z.output<typeof AdminAddressResource> {}
export interface AdminCustomerView extends z.output<typeof AdminCustomerResource> {}
export interface AdminCustomerGroupView extends z.output<typeof AdminCustomerGroupResource> {}
