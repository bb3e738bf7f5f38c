import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { timeZoneOf } from '#entities/shop.ts'

/** Returns the time zone of the store, or else the configured time zone, as a name of the IANA database. */
export async function readTimeZone(em: EntityManager): Promise<string> {
  const [store] = await selectTimeZone(em)
  return store?.time_zone ?? timeZoneOf(em)
}

const selectTimeZone = statement<{ time_zone: string | null }>('select time_zone from store')
