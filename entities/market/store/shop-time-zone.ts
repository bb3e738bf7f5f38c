import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { timeZoneOf } from '#entities/shop.ts'

/** Returns the time zone of the store, or else the configured time zone, as a name of the IANA database. */
export const readTimeZone = async (em: EntityManager): Promise<string> => (await readCalendar(em)).time_zone

export interface ShopCalendar {
  time_zone: string
  /** 1 for January. */
  fiscal_year_start_month: number
}

/** Returns the time zone as `readTimeZone` does, and the month in which the fiscal years of the shop begin. */
export async function readCalendar(em: EntityManager): Promise<ShopCalendar> {
  const [store] = await selectCalendar(em)
  return {
    time_zone: store?.time_zone ?? timeZoneOf(em),
    fiscal_year_start_month: store?.fiscal_year_start_month ?? 1,
  }
}

const selectCalendar = statement<{ time_zone: string | null; fiscal_year_start_month: number }>(
  'select time_zone, fiscal_year_start_month from store',
)
