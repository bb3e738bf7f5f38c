import type { EntityManager } from '@mikro-orm/postgresql'
import { Duplicate, InvalidData } from '#entities/errors.ts'
import { Currency } from '#entities/market/currency/currency.ts'
import type { Changes } from '#entities/values/apply-changes.ts'
import { lockStore } from './find-store.ts'
import type { LINK_TEMPLATES, Store } from './store.ts'

export type StoreChanges = Changes<
  Pick<Store, 'name' | (typeof LINK_TEMPLATES)[number] | 'default_currency_code' | 'metadata'> & {
    currencies: string[]
  }
>

export async function updateStore(em: EntityManager, { currencies, ...changes }: StoreChanges): Promise<Store> {
  const store = await lockStore(em)
  const default_currency_code = changes.default_currency_code?.toLowerCase()
  if (currencies) {
    const defaultCode = default_currency_code ?? store.default_currency_code
    store.setCurrencies(await findCurrencies(em, currencies), defaultCode)
  }
  store.update({ ...changes, default_currency_code })
  return store
}

export async function addStoreCurrency(em: EntityManager, code: string): Promise<Store> {
  const store = await lockStore(em)
  const currency = await em.findOne(Currency, { code: code.toLowerCase() })
  if (!currency) throw new InvalidData(`Currency ${code} not found`).because({ name: 'references_missing' })
  if (store.currencies.contains(currency))
    throw new Duplicate('Currency already added').because({ name: 'currency_added' })
  store.currencies.add(currency)
  return store
}

export async function removeStoreCurrency(em: EntityManager, code: string): Promise<Store> {
  const store = await lockStore(em)
  const others = store.currencies.getItems().filter((currency) => currency.code !== code.toLowerCase())
  store.setCurrencies(others, store.default_currency_code)
  return store
}

async function findCurrencies(em: EntityManager, codes: readonly string[]): Promise<Currency[]> {
  const currencies = await em.find(Currency, { code: { $in: codes.map((code) => code.toLowerCase()) } })
  const known = new Set(currencies.map((currency) => currency.code))
  const unknown = codes.find((code) => !known.has(code.toLowerCase()))
  if (unknown !== undefined)
    throw new InvalidData(`Currency with code ${unknown} does not exist`)
      .about('currencies')
      .because({ name: 'references_missing' })
  return currencies
}
