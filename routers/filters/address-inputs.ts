import { z } from 'zod'
import { addressColumns, neitherAddressNorId, unknownInAddress } from '../inputs/address-input.ts'
import { withFields } from './field-inputs.ts'

/* Addresses of an input, with the fields of plugins that the API may set. */

export const AddressPayload = withFields(['address', 'admin'], addressColumns).meta({ id: 'AddressPayload' })

const addressBesideId = withFields(['address', 'admin'], addressColumns, unknownInAddress).meta({
  id: 'AddressBesideId',
})
const storeAddressBesideId = withFields(['address', 'store'], addressColumns, unknownInAddress).meta({
  id: 'StoreAddressBesideId',
})

export const AddressOrId = z.union([addressBesideId, z.string()], { error: neitherAddressNorId })
export const StoreAddressOrId = z.union([storeAddressBesideId, z.string()], { error: neitherAddressNorId })
