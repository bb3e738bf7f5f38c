import { Address } from '#entities/people/customer/address.ts'
import { Customer } from '#entities/people/customer/customer.ts'
import { CustomerGroup } from '#entities/people/customer/customer-group.ts'
import { columnsOf } from '../inputs/columns.ts'
import { ShownTags } from '../inputs/tags.ts'
import { defineResource, type Resource, type RowOf, toMany, toOne } from '../reading/define-resource.ts'
import { customerColumns } from './customer-columns.ts'
import { PriceListResource } from './product.ts'
import { CountryResource } from './region.ts'
import { StoredOrder } from './stored-order.ts'

const address = defineResource({
  name: 'AdminAddress',
  entity: Address,
  fields: 'address',
  columns: columnsOf(Address),
  relations: () => ({ country: toOne(CountryResource), customer: toOne(AdminCustomerResource) }),
})
export interface AdminAddressView extends RowOf<typeof address> {}
export const AdminAddressResource: Resource<AdminAddressView> = address

const customer = defineResource({
  name: 'AdminCustomer',
  entity: Customer,
  fields: 'customer',
  columns: customerColumns,
  sparse: { tags: ShownTags },
  relations: () => ({
    billing_address: toOne(AdminAddressResource),
    shipping_addresses: toMany(AdminAddressResource),
    orders: toMany(StoredOrder),
    groups: toMany(AdminCustomerGroupResource),
  }),
})
export interface AdminCustomerView extends RowOf<typeof customer> {}
export const AdminCustomerResource: Resource<AdminCustomerView> = customer

const customerGroup = defineResource({
  name: 'AdminCustomerGroup',
  entity: CustomerGroup,
  columns: columnsOf(CustomerGroup),
  relations: () => ({ customers: toMany(AdminCustomerResource), price_lists: toMany(PriceListResource) }),
})
export interface AdminCustomerGroupView extends RowOf<typeof customerGroup> {}
export const AdminCustomerGroupResource: Resource<AdminCustomerGroupView> = customerGroup
