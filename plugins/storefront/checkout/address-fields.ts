import { html, type Markup } from 'cartwright'
import { z } from 'zod'
import { type Field, field, select } from '../shell/field.ts'
import { countriesOf } from '../site/market.ts'
import type { Visit } from '../site/visit.ts'
import type { Texts } from '../texts/en.ts'

const text = z.string().trim().max(1000).default('')

/** The fields of an address in a form. All of them are texts, so that a wrong one comes back with its error. */
export const addressShape = {
  first_name: text,
  last_name: text,
  company: text,
  address_1: text,
  address_2: text,
  postal_code: text,
  city: text,
  province: text,
  country_code: text,
  phone: text,
}

export type AddressInput = Record<keyof typeof addressShape, string>
/** The form before the visitor fills it. */
export function emptyAddress(country_code: string): AddressInput {
  const names = Object.keys(addressShape) as (keyof typeof addressShape)[]
  return { ...(Object.fromEntries(names.map((name) => [name, ''])) as AddressInput), country_code }
}

export type AddressErrors = Partial<Record<keyof typeof addressShape | 'email', string>>

const REQUIRED = ['first_name', 'last_name', 'address_1', 'postal_code', 'city'] as const
/** An address of these countries has a province. */
const WITH_REQUIRED_PROVINCE = ['us', 'ca', 'au']
const MAX = 200

const labelsOf = ({ checkout }: Texts) => ({
  ...{ first_name: checkout.firstName, last_name: checkout.lastName, company: checkout.company },
  ...{ address_1: checkout.address1, address_2: checkout.address2, postal_code: checkout.postalCode },
  ...{ city: checkout.city, province: checkout.province, country_code: checkout.country, phone: checkout.phone },
})

/** The errors of an address by field. */
export function addressErrors({ texts, regions }: Visit, address: AddressInput): AddressErrors {
  const labels = labelsOf(texts)
  const needsProvince = WITH_REQUIRED_PROVINCE.includes(address.country_code)
  const required: readonly (keyof typeof labels)[] = needsProvince ? [...REQUIRED, 'province'] : REQUIRED
  const missing = required.filter((name) => !address[name]).map((name) => [name, texts.errors.required(labels[name])])
  const names = Object.keys(labels) as (keyof typeof labels)[]
  const long = names
    .filter((name) => address[name].length > MAX)
    .map((name) => [name, texts.errors.tooLong(labels[name])])
  const isKnown = regions.some((region) => countriesOf(region).includes(address.country_code))
  const country = isKnown ? [] : [['country_code', texts.errors.choose]]
  return Object.fromEntries([...missing, ...long, ...country])
}

/** The form has a province for these countries only. */
const WITH_PROVINCE = [...WITH_REQUIRED_PROVINCE, 'it', 'es', 'mx', 'br', 'in']

interface AddressFieldsContent {
  address: AddressInput
  errors: AddressErrors
}

export function addressFields(visit: Visit, { address, errors }: AddressFieldsContent): Markup {
  const { texts, regions, format } = visit
  const labels = labelsOf(texts)
  const line = (name: keyof typeof labels, autocomplete: string, options: Partial<Field> = {}) =>
    field(visit, { name, label: labels[name], value: address[name], error: errors[name], autocomplete, ...options })
  const countries = regions.flatMap(countriesOf).map((code) => ({ value: code, text: format.country(code) }))
  return html`${select({
    ...{ name: 'country_code', label: labels.country_code, value: address.country_code, autocomplete: 'country' },
    ...{ options: countries.toSorted((a, b) => a.text.localeCompare(b.text)), error: errors.country_code },
  })}
${line('first_name', 'given-name')}
${line('last_name', 'family-name')}
${line('company', 'organization', { isOptional: true })}
${line('address_1', 'address-line1')}
${line('address_2', 'address-line2', { isOptional: true })}
${line('postal_code', 'postal-code')}
${line('city', 'address-level2')}
${WITH_PROVINCE.includes(address.country_code) && line('province', 'address-level1', { isOptional: !WITH_REQUIRED_PROVINCE.includes(address.country_code) })}
${line('phone', 'tel', { isOptional: true, type: 'tel' })}`
}
