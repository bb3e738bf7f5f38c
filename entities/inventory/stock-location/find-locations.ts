import type { EntityManager } from '@mikro-orm/postgresql'
import { lockRow, type Row } from '#database/rows.ts'
import type { Executor } from '#database/statement.ts'
import { NotFound } from '#entities/errors.ts'
import { query } from '#entities/query.ts'
import { StockLocation } from './stock-location.ts'

/** Returns the ids of the locations that the channel sells from, in the order of their links. */
export async function findChannelLocations(em: Executor, channelId: string): Promise<string[]> {
  const links = await selectLinks(em, channelId)
  return links.map(({ location_id }) => location_id)
}

const selectLinks = query((db, channelId: string) =>
  db
    .selectFrom('sales_channel_location')
    .select('location_id')
    .where('sales_channel_id', '=', channelId)
    .orderBy('created_at')
    .orderBy('id'),
)

/** @throws NotFound */
export async function lockStockLocation(
  em: EntityManager,
  id: string,
  lock: 'no key update' | 'key share',
): Promise<Row<StockLocation>> {
  const location = await lockRow(em, StockLocation, { id }, lock)
  if (!location) throw new NotFound(`StockLocation with id ${id} was not found`)
  return location
}
