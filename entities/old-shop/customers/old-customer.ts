import type { ForeignRow } from '#entities/catalogue/import-export/dialects/foreign-file.ts'
import type { AddressPart } from '#entities/people/customer/address-input.ts'
import type { OldProgram } from '../old-program.ts'
import type { OldDialect } from '../reading/open-old-file.ts'

/** A text is empty if the file has none. */
export type OldAddress = Partial<Record<AddressPart, string>>

export interface OldCustomer {
  email: string
  first_name: string
  last_name: string
  phone: string
  external_id: string | null
  note: string | null
  tags: string[]
  accepts_marketing: boolean | null
  accepts_sms_marketing: boolean | null
  is_tax_exempt: boolean | null
  /** The first one is the billing address. */
  addresses: OldAddress[]
}

export interface CustomerDialect extends OldDialect {
  source: OldProgram
  readCustomer(row: ForeignRow): OldCustomer
}

/** The last word of a name is the last name. */
export function splitName(name: string): { first_name: string; last_name: string } {
  const words = name.split(/\s+/).filter((word) => word !== '')
  return { first_name: words.slice(0, -1).join(' ') || (words[0] ?? ''), last_name: words.slice(1).at(-1) ?? '' }
}
