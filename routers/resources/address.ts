import { Address } from '#entities/people/customer/address.ts'
import { columnsOf } from '../inputs/columns.ts'
import { defineResource, toOne } from '../reading/define-resource.ts'
import { CountryResource } from './region.ts'

export const AddressResource = defineResource({
  name: 'Address',
  entity: Address,
  fields: 'address',
  columns: columnsOf(Address),
  relations: () => ({ country: toOne(CountryResource) }),
})
