import { html, type Markup } from 'cartwright'
import type { Address } from '../api.ts'
import type { View } from '../site/view.ts'

/** An address in the lines of a letter. */
export function addressLines({ format }: View, address: Partial<Address> | null | undefined): Markup | false {
  if (!address) return false
  const { first_name, last_name, company, address_1, address_2, postal_code, city, province, country_code } = address
  const lines = [
    ...[joined(first_name, last_name), company, address_1, address_2],
    ...[joined(postal_code, city, province), country_code && format.country(country_code)],
  ]
  return html`${lines.filter(Boolean).map((line) => html`<span class="address-line">${line}</span>`)}`
}

const joined = (...parts: (string | null | undefined)[]): string => parts.filter(Boolean).join(' ')
