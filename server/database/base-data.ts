import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import { inTransaction } from '#database/transaction.ts'
import { Currency } from '#entities/market/currency/currency.ts'
import { Country } from '#entities/market/region/country.ts'
import { PaymentProvider } from '#entities/market/region/payment-provider.ts'
import { SalesChannel } from '#entities/market/sales-channel/sales-channel.ts'
import { FulfillmentProvider } from '#entities/market/shipping/fulfillment-provider.ts'
import { ShippingProfile, type ShippingProfileType } from '#entities/market/shipping/shipping-profile.ts'
import { Store } from '#entities/market/store/store.ts'
import { countries } from '#server/database/data/countries.ts'
import { currencies } from '#server/database/data/currencies.ts'

/** Adds the rows that every shop needs. Of existing rows, changes only symbols and names of currencies. */
export async function seedBaseData(orm: MikroORM): Promise<void> {
  if ((await readState(orm.em.fork())).is_complete) return
  await inTransaction(orm.em, async (em) => {
    // If two servers start at the same time, the second server must see the rows of the first server.
    await em.execute('lock table store in share row exclusive mode')
    if (!(await readState(em)).has_shared) await addSharedRows(em)
    await makeShippingProfile(em, 'default', 'Default Shipping Profile')
    await makeShippingProfile(em, 'gift_card', 'Gift Card Profile')
    await makeStore(em)
  })
}

/** Adds the base data without ids of a shop, for a template of databases. */
export const seedSharedData = (orm: MikroORM): Promise<void> => inTransaction(orm.em, addSharedRows)

async function addSharedRows(em: EntityManager): Promise<void> {
  // MikroORM changes the objects that it inserts.
  await em.upsertMany(Currency, structuredClone(currencies), ifAbsent)
  await em.execute(updateNames, [JSON.stringify(currencies)])
  await em.upsertMany(Country, structuredClone(countries), ifAbsent)
  await em.upsert(PaymentProvider, { id: 'manual' }, ifAbsent)
  await em.upsert(FulfillmentProvider, { id: 'manual' }, ifAbsent)
}

const ifAbsent = { onConflictAction: 'ignore' } as const

const knownCurrencies = 'jsonb_to_recordset(?::jsonb) as known(code text, symbol text, symbol_native text, name text)'
const differs = '(c.symbol, c.symbol_native, c.name) is distinct from (known.symbol, known.symbol_native, known.name)'
const updateNames = `
  update currency c set symbol = known.symbol, symbol_native = known.symbol_native, name = known.name
  from ${knownCurrencies} where known.code = c.code and ${differs}`

interface BaseState {
  /** Whether the rows that are equal in all shops exist. */
  has_shared: boolean
  is_complete: boolean
}

async function readState(em: EntityManager): Promise<BaseState> {
  const [row] = await em.execute<[BaseState]>(
    `select has_shared, has_shared and (select count(distinct type) from shipping_profile
          where type in ('default', 'gift_card') and deleted_at is null) = 2
        and exists (select from store) as is_complete
      from (select not exists (select from ${knownCurrencies} left join currency c on c.code = known.code where ${differs})
        and (select count(*) from country) >= ?
        and exists (select from payment_provider where id = 'manual')
        and exists (select from fulfillment_provider where id = 'manual') as has_shared) shared`,
    [JSON.stringify(currencies), countries.length],
  )
  return row
}

async function makeShippingProfile(em: EntityManager, type: ShippingProfileType, name: string): Promise<void> {
  if ((await em.count(ShippingProfile, { type })) > 0) return
  em.create(ShippingProfile, { type, name })
}

async function makeStore(em: EntityManager): Promise<void> {
  if ((await em.count(Store)) > 0) return
  const channel = em.create(SalesChannel, { name: 'Default Sales Channel', description: 'Created by Cartwright' })
  em.create(Store, {
    name: 'Cartwright',
    default_currency_code: 'usd',
    default_sales_channel_id: channel.id,
    currencies: [em.getReference(Currency, 'usd')],
  })
}
