import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, id, notPersonal, personal, personalMetadata, softDelete, timestamps } from '#entities/base.ts'
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
    ...personalMetadata(),
    customer_id: p.text().nullable().index(),
    company: personal(p.text().nullable()),
    first_name: personal(p.text().nullable()),
    last_name: personal(p.text().nullable()),
    address_1: personal(p.text().nullable()),
    address_2: personal(p.text().nullable()),
    city: personal(p.text().nullable()),
    /** Stays for tax reports, like the province. ISO 3166 alpha-2 code in lower case. */
    country_code: notPersonal(p.text().nullable()),
    province: notPersonal(p.text().nullable()),
    postal_code: personal(p.text().nullable()),
    phone: personal(p.text().nullable()),
    customer: () => p.manyToOne(Customer).joinColumn('customer_id').persist(false).nullable(),
    country: () => p.manyToOne(Country).joinColumn('country_code').persist(false).nullable(),
  },
  filters: alive,
})

export class Address extends AddressSchema.class {}
AddressSchema.setClass(Address)
