import type { ForeignRow } from '#entities/catalogue/import-export/dialects/foreign-file.ts'
import { booleanOrNull, filled, textOrNull } from '../reading/cells.ts'
import { woocommerceAddress } from '../reading/woocommerce-address.ts'
import { type CustomerDialect, type OldAddress, splitName } from './old-customer.ts'

/** The report Customers of WooCommerce Analytics, and the export extensions of SkyVerge and WebToffee. */
export const woocommerceCustomers: CustomerDialect = {
  source: 'woocommerce',
  signatures: [
    ['email', 'aov'],
    ['email', 'billing_first_name'],
    ['user_email', 'billing_first_name'],
    ['user_email', 'user_login'],
  ],
  readCustomer(row) {
    const billing = woocommerceAddress(row, 'billing')
    const name = splitName(filled(row, 'Name', 'display_name'))
    const addresses = [billing, woocommerceAddress(row, 'shipping'), reportedAddress(row)]
    return {
      email: filled(row, 'email', 'user_email', 'billing_email'),
      first_name: filled(row, 'first_name') || (billing.first_name ?? '') || name.first_name,
      last_name: filled(row, 'last_name') || (billing.last_name ?? '') || name.last_name,
      phone: billing.phone ?? '',
      external_id: textOrNull(row, 'customer_id', 'ID', 'user_id'),
      note: textOrNull(row, 'description'),
      tags: [],
      accepts_marketing: booleanOrNull(row, 'accepts_marketing', 'marketing_opt_in'),
      accepts_sms_marketing: null,
      is_tax_exempt: booleanOrNull(row, 'is_vat_exempt'),
      addresses,
    }
  },
}

/** The report has no street, so it only completes the check of the columns. */
const reportedAddress = (row: ForeignRow): OldAddress => ({
  city: filled(row, 'City'),
  province: filled(row, 'Region'),
  country_code: filled(row, 'Country / Region', 'Country'),
  postal_code: filled(row, 'Postal code'),
})
