import { z } from 'zod'
import { metadata, softDelete, timestamps } from '../common.ts'
import { type One, one, resource } from '../resource.ts'
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
    get country(): One<CountryView> {
      return one(CountryResource)
    },
  },
)
export interface AddressView extends z.output<typeof AddressResource> {}
