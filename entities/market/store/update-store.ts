import type { EntityManager } from '@mikro-orm/postgresql'
import { anyOf } from '#database/query.ts'
import type { Row } from '#database/rows.ts'
import { Duplicate, InvalidData } from '#entities/errors.ts'
import { linkRows, replaceLinks, unlinkRows } from '#entities/platform/links/links.ts'
import { query } from '#entities/query.ts'
import { applyChanges, type Changes } from '#entities/values/apply-changes.ts'
import { canonicalTimeZone } from '#entities/values/time-zone.ts'
import { changeLanguages, type LanguageChanges } from '../language/change-languages.ts'
import { existingCountry } from '../region/existing-country.ts'
import { lockStore } from './find-store.ts'
import type { LINK_TEMPLATES, SELLER, Store } from './store.ts'

export type StoreChanges = Changes<
  Pick<
    Store,
    | 'name'
    | (typeof SELLER)[number]
    | (typeof LINK_TEMPLATES)[number]
    | 'default_currency_code'
    | 'requires_second_factor'
    | 'time_zone'
    | 'fiscal_year_start_month'
    | 'metadata'
  > & {
    currencies: string[]
  }
> &
  LanguageChanges

export async function updateStore(
  em: EntityManager,
  {
    currencies,
    default_currency_code,
    country_code,
    languages,
    language_fallbacks,
    time_zone,
    ...changes
  }: StoreChanges,
): Promise<Row<Store>> {
  const store = await lockStore(em)
  const defaultCode = default_currency_code?.toLowerCase() || store.default_currency_code
  if (currencies) {
    const codes = await assertCurrenciesExist(em, currencies)
    assertKeepsDefault(codes, defaultCode)
    await replaceLinks(em, 'store_currencies', store.id, codes)
  } else if (default_currency_code && !(await readCodes(em, store)).includes(defaultCode))
    throw new InvalidData(`Store does not have currency: ${defaultCode}`)
      .about('default_currency_code')
      .because({ name: 'currency_not_in_store' })
  store.default_currency_code = defaultCode
  if (country_code !== undefined)
    store.country_code = country_code ? await existingCountry(em, country_code, 'country_code') : null
  if (languages || language_fallbacks) await changeLanguages(em, store, { languages, language_fallbacks })
  if (time_zone !== undefined) store.time_zone = time_zone ? canonicalTimeZone(time_zone) : null
  applyChanges<Row<Store>>(store, changes)
  return store
}

export async function addStoreCurrency(em: EntityManager, code: string): Promise<Row<Store>> {
  const store = await lockStore(em)
  const [known] = await findCurrencies(em, [code.toLowerCase()])
  if (!known) throw new InvalidData(`Currency ${code} not found`).because({ name: 'references_missing' })
  if ((await readCodes(em, store)).includes(known.code))
    throw new Duplicate('Currency already added').because({ name: 'currency_added' })
  await linkRows(em, 'store_currencies', store.id, [known.code])
  return store
}

/** Adds the currency if the store lacks it, and makes it the default on request. */
export async function ensureStoreCurrency(
  em: EntityManager,
  code: string,
  { isDefault }: { isDefault: boolean },
): Promise<void> {
  const currency = code.toLowerCase()
  const store = await lockStore(em)
  if (!(await readCodes(em, store)).includes(currency)) await addStoreCurrency(em, currency)
  if (isDefault) store.default_currency_code = currency
}

export async function removeStoreCurrency(em: EntityManager, code: string): Promise<Row<Store>> {
  const store = await lockStore(em)
  const removed = code.toLowerCase()
  assertKeepsDefault(
    (await readCodes(em, store)).filter((other) => other !== removed),
    store.default_currency_code,
  )
  await unlinkRows(em, 'store_currencies', store.id, [removed])
  return store
}

function assertKeepsDefault(codes: readonly string[], defaultCode: string): void {
  if (!codes.includes(defaultCode))
    throw new InvalidData(
      'You are not allowed to remove default currency from store currencies without replacing it as well',
    ).because({ name: 'default_currency' })
}

/** Returns the codes in lower case. */
async function assertCurrenciesExist(em: EntityManager, codes: readonly string[]): Promise<string[]> {
  const lowerCodes = codes.map((code) => code.toLowerCase())
  const known = new Set((await findCurrencies(em, lowerCodes)).map(({ code }) => code))
  const unknown = codes.find((code) => !known.has(code.toLowerCase()))
  if (unknown !== undefined)
    throw new InvalidData(`Currency with code ${unknown} does not exist`)
      .about('currencies')
      .because({ name: 'references_missing' })
  return lowerCodes
}

const findCurrencies = query((db, codes: readonly string[]) =>
  db.selectFrom('currency').select('code').where('code', '=', anyOf(codes)),
)

const readCodes = async (em: EntityManager, { id }: { id: string }): Promise<string[]> =>
  (await selectCodes(em, id)).map(({ currency_code }) => currency_code)

const selectCodes = query((db, store_id: string) =>
  db.selectFrom('store_currencies').select('currency_code').where('store_id', '=', store_id),
)
