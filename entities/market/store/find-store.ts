import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { InvalidData, NotFound } from '#entities/errors.ts'
import { Store } from './store.ts'

/** The store, which nobody else may change until the transaction ends, with its currencies. */
export async function lockStore(em: EntityManager): Promise<Store> {
  const [store] = await em.find(Store, {}, { limit: 1, lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!store) throw new NotFound('The store was not found')
  await em.populate(store, ['currencies'])
  return store
}

/** The sales channel of whatever names none. */
export async function defaultSalesChannelId(em: EntityManager): Promise<string> {
  const [store] = await em.find(Store, {}, { limit: 1 })
  if (!store) throw new NotFound('The store was not found')
  return store.default_sales_channel_id
}

/** The code, in lower case, of a currency that the store sells in. */
export async function currencyOfStore(em: EntityManager, code: string): Promise<string> {
  const wanted = code.toLowerCase()
  if ((await em.count(Store, { currencies: { code: wanted } })) === 0) throw new InvalidData('Invalid currency code')
  return wanted
}
