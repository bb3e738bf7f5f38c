import { splitList } from '#entities/catalogue/import-export/dialects/cells.ts'
import type { ForeignRow } from '#entities/catalogue/import-export/dialects/foreign-file.ts'
import { booleanOrNull, filled, textOrNull } from '../reading/cells.ts'
import type { CustomerDialect, OldAddress } from './old-customer.ts'

/** Customers → Export. Older files have the address without `Default Address`. */
export const shopifyCustomers: CustomerDialect = {
  source: 'shopify',
  signatures: [
    ['email', 'accepts email marketing'],
    ['email', 'accepts marketing', 'total spent'],
  ],
  readCustomer: (row) => ({
    email: filled(row, 'Email'),
    first_name: filled(row, 'First Name'),
    last_name: filled(row, 'Last Name'),
    phone: filled(row, 'Phone', 'Default Address Phone'),
    external_id: textOrNull(row, 'Customer ID'),
    note: textOrNull(row, 'Note'),
    tags: splitList(filled(row, 'Tags')),
    accepts_marketing: booleanOrNull(row, 'Accepts Email Marketing', 'Accepts Marketing'),
    accepts_sms_marketing: booleanOrNull(row, 'Accepts SMS Marketing'),
    is_tax_exempt: booleanOrNull(row, 'Tax Exempt'),
    addresses: [addressOf(row)],
  }),
}

const addressOf = (row: ForeignRow): OldAddress => {
  const part = (name: string) => filled(row, `Default Address ${name}`, name)
  return {
    first_name: filled(row, 'First Name'),
    last_name: filled(row, 'Last Name'),
    company: part('Company'),
    address_1: part('Address1'),
    address_2: part('Address2'),
    city: part('City'),
    province: part('Province Code') || part('Province'),
    country_code: part('Country Code') || part('Country'),
    postal_code: part('Zip'),
    phone: part('Phone'),
  }
}
