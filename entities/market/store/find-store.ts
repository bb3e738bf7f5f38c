import type { EntityManager } from '@mikro-orm/postgresql'
import { findRows, lockRows, type Row } from '#database/rows.ts'
import { InvalidData, NotFound } from '#entities/errors.ts'
import { Store } from './store.ts'

export async function lockStore(em: EntityManager): Promise<Row<Store>> {
  const [store] = await lockRows(em, Store, {})
  if (!store) throw new NotFound('The store was not found')
  return store
}

export async function defaultSalesChannelId(em: EntityManager): Promise<string> {
  const [store] = await findRows(em, Store, {})
  if (!store) throw new NotFound('The store was not found')
  return store.default_sales_channel_id
}

/** Returns the code in lower case. Throws InvalidData if the store does not sell in the currency. */
export async function currencyOfStore(em: EntityManager, code: string): Promise<string> {
  const currencyCode = code.toLowerCase()
  if ((await em.count(Store, { currencies: { code: currencyCode } })) === 0)
    throw new InvalidData('Invalid currency code').about('currency_code').because({ name: 'currency_not_in_store' })
  return currencyCode
}
