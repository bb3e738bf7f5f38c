import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import { Currency } from '#entities/currency/currency.ts'
import { PaymentProvider } from '#entities/payment/payment-provider.ts'
import { Country } from '#entities/region/country.ts'
import { SalesChannel } from '#entities/sales-channel/sales-channel.ts'
import { FulfillmentProvider } from '#entities/shipping/fulfillment-provider.ts'
import { ShippingProfile, type ShippingProfileType } from '#entities/shipping/shipping-profile.ts'
import { Store } from '#entities/store/store.ts'
import { inTransaction } from '#entities/transaction.ts'
import { countries } from '#server/database/data/countries.ts'
import { currencies } from '#server/database/data/currencies.ts'

/** Gives the database what every shop needs and it does not have yet. What is there stays as it is. */
export async function seedBaseData(orm: MikroORM): Promise<void> {
  if (await isComplete(orm.em.fork())) return
  await inTransaction(orm.em, async (em) => {
    // Of two servers at work here the second must see what the first has made.
    await em.execute('lock table store in share row exclusive mode')
    // Copies, because the ORM fills in the rows it is given.
    await em.upsertMany(Currency, structuredClone(currencies), ifAbsent)
    await em.upsertMany(Country, structuredClone(countries), ifAbsent)
    await em.upsert(PaymentProvider, { id: 'manual' }, ifAbsent)
    await em.upsert(FulfillmentProvider, { id: 'manual' }, ifAbsent)
    await makeShippingProfile(em, 'default', 'Default Shipping Profile')
    await makeShippingProfile(em, 'gift_card', 'Gift Card Profile')
    await makeStore(em)
  })
}

const ifAbsent = { onConflictAction: 'ignore' } as const

/** One statement, because it runs at every start. */
async function isComplete(em: EntityManager): Promise<boolean> {
  const [found] = await em.execute<[{ complete: boolean }]>(
    `select (select count(*) from currency) >= ?
        and (select count(*) from country) >= ?
        and (select count(distinct type) from shipping_profile
             where type in ('default', 'gift_card') and deleted_at is null) = 2
        and exists (select from payment_provider where id = 'manual')
        and exists (select from fulfillment_provider where id = 'manual')
        and exists (select from store) as complete`,
    [currencies.length, countries.length],
  )
  return found.complete
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
