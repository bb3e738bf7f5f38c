import type { AddressInput } from '#entities/people/customer/address-input.ts'
import type { PackingLanguage } from './packing-words.ts'

/** The lines of an address on a label, without the phone number. */
export function addressLines(address: AddressInput, language: PackingLanguage): string[] {
  const { first_name, last_name, company, address_1, address_2, postal_code, city, province, country_code } = address
  const lines = [
    [first_name, last_name].filter(Boolean).join(' '),
    company,
    address_1,
    address_2,
    [postal_code, city].filter(Boolean).join(' '),
    province,
    country_code && countryName(country_code, language),
  ]
  return lines.flatMap((line) => line || [])
}

/** A code that is no country stays as it is. */
const countryName = (code: string, language: PackingLanguage): string =>
  /^[a-z]{2}$/i.test(code) ? (new Intl.DisplayNames(language, { type: 'region' }).of(code.toUpperCase()) ?? code) : code
