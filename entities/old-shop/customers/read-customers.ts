import type { ForeignFile, ForeignRow } from '#entities/catalogue/import-export/dialects/foreign-file.ts'
import type { TranslationNotes } from '#entities/catalogue/import-export/dialects/translation-notes.ts'
import { ADDRESS_PARTS, type AddressInput } from '#entities/people/customer/address-input.ts'
import { storableJson } from '#entities/platform/batch-job/storable.ts'
import { MAX_TAG_LENGTH, MAX_TAGS, normalizeTag } from '#entities/platform/tag/tag-names.ts'
import { EMAIL, normalizeEmail } from '#entities/values/email.ts'
import { newId } from '#entities/values/id.ts'
import { hasLostDigits } from '../reading/cells.ts'
import type { CountryFinder } from '../reading/find-countries.ts'
import type { CustomerDialect, OldAddress, OldCustomer } from './old-customer.ts'

/** A row of the temporary table of the import. A value is null if the file has none. */
export interface StagedCustomer {
  line: number
  sheet_row: number
  id: string
  email: string
  first_name: string | null
  last_name: string | null
  phone: string | null
  metadata: Record<string, boolean>
  external_id: string | null
  note: string | null
  tags: string[]
  /** The tags that the shop can store, in its spelling. */
  tag_names: string[]
  is_tax_exempt: boolean | null
  /** The first one is the billing address. */
  addresses: (AddressInput & { id: string })[]
}

interface Reading {
  dialect: CustomerDialect
  file: ForeignFile
  notes: TranslationNotes
  countryOf: CountryFinder
}

/** Leaves out rows without a valid e-mail address, and repeated addresses. */
export async function* readCustomers(reading: Reading): AsyncGenerator<StagedCustomer> {
  const seen = new Set<string>()
  for await (const row of reading.file.rows()) {
    const customer = reading.dialect.readCustomer(row)
    const email = normalizeEmail(customer.email)
    const problem = problemOf(email, seen)
    seen.add(email)
    if (problem) reading.notes.add(problem, row)
    else yield storableJson(stagedCustomer({ ...customer, email }, row, reading))
  }
}

function problemOf(email: string, seen: ReadonlySet<string>) {
  if (email === '') return 'email_missing' as const
  if (!EMAIL.test(email)) return 'email_invalid' as const
  return seen.has(email) ? ('email_repeated' as const) : undefined
}

function stagedCustomer(customer: OldCustomer, row: ForeignRow, { notes, countryOf }: Reading): StagedCustomer {
  const { email, first_name, last_name, external_id, note, tags, is_tax_exempt } = customer
  const given = customer.addresses.filter((address) => address.address_1 || address.city)
  const known = given.filter((address) => address.address_1)
  const countries = known.map(({ country_code = '' }) => countryOf(country_code) ?? '')
  const addresses = known.map((address, i) => ({
    ...address,
    country_code: countries[i],
    phone: wholePhone(address.phone),
  }))
  if (known.length < given.length) notes.add('address_without_street', row)
  if (known.some(({ country_code }, i) => country_code && !countries[i])) notes.add('country_unknown', row)
  if ([customer, ...known].some(({ phone = '' }) => hasLostDigits(phone))) notes.add('phone_lost_digits', row)
  if (JSON.stringify(customer).includes(LOST_LETTER)) notes.add('letters_lost', row)
  return {
    ...{ line: row.line, sheet_row: row.row, id: newId('cus'), email, external_id, note, is_tax_exempt },
    first_name: first_name || null,
    last_name: last_name || null,
    phone: wholePhone(customer.phone) || null,
    tags: [...new Set(tags)],
    tag_names: storableTags(tags),
    metadata: consentsOf(customer),
    addresses: distinct(addresses).map((address) => ({ id: newId('addr'), ...address })),
  }
}

function storableTags(tags: readonly string[]): string[] {
  const names = tags.map(normalizeTag).filter((name) => name !== '' && name.length <= MAX_TAG_LENGTH)
  return [...new Set(names)].sort().slice(0, MAX_TAGS)
}

const wholePhone = (phone = '') => (hasLostDigits(phone) ? '' : phone)

/** Instead of a letter that another program could not write. */
const LOST_LETTER = '\ufffd'

function consentsOf({ accepts_marketing, accepts_sms_marketing }: OldCustomer): Record<string, boolean> {
  return {
    ...(accepts_marketing === null ? {} : { accepts_marketing }),
    ...(accepts_sms_marketing === null ? {} : { accepts_sms_marketing }),
  }
}

function distinct(addresses: readonly OldAddress[]): AddressInput[] {
  const whole = addresses.map((address) =>
    Object.fromEntries(ADDRESS_PARTS.map((part) => [part, address[part] || null])),
  )
  return [...new Map(whole.map((address) => [JSON.stringify(address), address])).values()]
}
