import { defineStrings } from './define-strings.ts'

export const en = {
  first_name: 'First name',
  last_name: 'Last name',
  company: 'Company',
  address_1: 'Street and number',
  address_2: 'Apartment, suite, building',
  postal_code: 'Postal code',
  city: 'City',
  province: 'Province or state',
  country_code: 'Country',
  phone: 'Phone',
}

export const addresses = defineStrings(en, { de: () => import('./de/addresses.ts') })
