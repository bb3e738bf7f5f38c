import type { EntityManager } from '@mikro-orm/postgresql'
import { Duplicate, InvalidData } from '#entities/errors.ts'
import { Currency } from '#entities/market/currency/currency.ts'
import type { Changes } from '#entities/values/apply-changes.ts'
import { lockStore } from './find-store.ts'
import type { Store } from './store.ts'

export type StoreChanges = Changes<
  Pick<
    Store,
    | 'name'
    | 'swap_link_template'
    | 'payment_link_template'
    | 'invite_link_template'
    | 'default_currency_code'
    | 'metadata'
  > & { currencies: string[] }
>

export async function updateStore(em: EntityManager, { currencies, ...changes }: StoreChanges): Promise<void> {
  const store = await lockStore(em)
  const default_currency_code = changes.default_currency_code?.toLowerCase()
  if (currencies) {
    const kept = default_currency_code ?? store.default_currency_code
    store.sellIn(await findCurrencies(em, currencies), kept)
  }
  store.update({ ...changes, default_currency_code })
}

export async function addStoreCurrency(em: EntityManager, code: string): Promise<void> {
  const store = await lockStore(em)
  const currency = await em.findOne(Currency, { code: code.toLowerCase() })
  if (!currency) throw new InvalidData(`Currency ${code} not found`)
  if (store.currencies.contains(currency)) throw new Duplicate('Currency already added')
  store.currencies.add(currency)
}

export async function removeStoreCurrency(em: EntityManager, code: string): Promise<void> {
  const store = await lockStore(em)
  const left = store.currencies.getItems().filter((currency) => currency.code !== code.toLowerCase())
  store.sellIn(left, store.default_currency_code)
}

async function findCurrencies(em: EntityManager, codes: readonly string[]): Promise<Currency[]> {
  const wanted = codes.map((code) => code.toLowerCase())
  const found = await em.find(Currency, { code: { $in: wanted } })
  const known = new Set(found.map((currency) => currency.code))
  const unknown = codes.find((code) => !known.has(code.toLowerCase()))
  if (unknown !== undefined) throw new InvalidData(`Currency with code ${unknown} does not exist`)
  return found
}
