import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, id, metadata, softDelete, timestamps } from '#entities/base.ts'
import { Country } from '#entities/market/region/country.ts'
import { Customer } from './customer.ts'

/** An address with a `customer_id` is a saved address of the customer. Carts and orders have their own copies. */
const AddressSchema = defineEntity({
  name: 'Address',
  tableName: 'address',
  properties: {
    id: id('addr'),
    ...timestamps(),
    ...softDelete(),
    ...metadata(),
    customer_id: p.text().nullable().index(),
    company: p.text().nullable(),
    first_name: p.text().nullable(),
    last_name: p.text().nullable(),
    address_1: p.text().nullable(),
    address_2: p.text().nullable(),
    city: p.text().nullable(),
    /** ISO 3166 alpha-2 code in lower case. */
    country_code: p.text().nullable(),
    province: p.text().nullable(),
    postal_code: p.text().nullable(),
    phone: p.text().nullable(),
    customer: () => p.manyToOne(Customer).joinColumn('customer_id').persist(false).nullable(),
    country: () => p.manyToOne(Country).joinColumn('country_code').persist(false).nullable(),
  },
  filters: alive,
})

export class Address extends AddressSchema.class {}
AddressSchema.setClass(Address)
