import type { ForeignRow } from '#entities/catalogue/import-export/dialects/foreign-file.ts'
import type { OldAddress } from '../customers/old-customer.ts'
import { filled } from './cells.ts'

type Side = 'billing' | 'shipping'

/** Extensions name a column `billing_city`, `City (Billing)` or `Billing City`. */
const TITLES = {
  first_name: ['First Name'],
  last_name: ['Last Name'],
  company: ['Company'],
  address_1: ['Address 1&2', 'Address 1'],
  address_2: ['Address 2'],
  city: ['City'],
  province: ['State Code', 'State'],
  country_code: ['Country Code', 'Country'],
  postal_code: ['Postcode'],
  phone: ['Phone'],
} as const

export function woocommerceAddress(row: ForeignRow, side: Side): OldAddress {
  const suffix = side === 'billing' ? 'Billing' : 'Shipping'
  const titlesOf = (title: string) => [
    `${side}_${title.toLowerCase().replaceAll(' ', '_')}`,
    `${title} (${suffix})`,
    `${suffix} ${title}`,
  ]
  return Object.fromEntries(
    Object.entries(TITLES).map(([part, titles]) => [part, filled(row, ...titles.flatMap(titlesOf))]),
  )
}
