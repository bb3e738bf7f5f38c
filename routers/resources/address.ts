import { z } from 'zod'
import { metadata, softDelete, timestamps } from '../inputs/common.ts'
import { resource, type ToOne, toOne } from '../reading/resource.ts'
import { CountryResource, type CountryView } from './region.ts'

const text = z.string().nullable()

export const AddressResource = resource(
  'Address',
  {
    id: z.string(),
    ...timestamps,
    ...softDelete,
    ...metadata,
    customer_id: text,
    company: text,
    first_name: text,
    last_name: text,
    address_1: text,
    address_2: text,
    city: text,
    country_code: text,
    province: text,
    postal_code: text,
    phone: text,
  },
  {
    get country(): ToOne<CountryView> {
      return toOne(CountryResource)
    },
  },
)
export interface AddressView extends z.output<typeof AddressResource> {}
