import { Address } from '#entities/people/customer/address.ts'
import { columnsOf } from '../reading/columns.ts'
import { defineResource, type RowOf, toOne } from '../reading/define-resource.ts'
import { CountryResource } from './region.ts'

export const AddressResource = defineResource({
  name: 'Address',
  entity: Address,
  columns: columnsOf(Address),
  relations: () => ({ country: toOne(CountryResource) }),
})
export interface AddressView extends RowOf<typeof AddressResource> {}
