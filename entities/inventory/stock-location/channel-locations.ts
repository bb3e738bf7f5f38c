import type { EntityManager } from '@mikro-orm/postgresql'
import { lockRow } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import { NotFound } from '#entities/errors.ts'
import { SalesChannel } from '#entities/market/sales-channel/sales-channel.ts'
import { newId } from '#entities/values/id.ts'
import { lockStockLocation } from './find-locations.ts'
import { SalesChannelLocation } from './sales-channel-location.ts'

/** Does nothing if the channel has the location. @throws NotFound */
export async function addLocationToChannel(em: EntityManager, channelId: string, locationId: string): Promise<void> {
  await lockStockLocation(em, locationId, 'key share')
  if (!(await lockRow(em, SalesChannel, { id: channelId }, 'share')))
    throw new NotFound(`Sales channel with id: ${channelId} was not found`)
  await insertLink(em, newId('scloc'), channelId, locationId)
}

export async function removeLocationFromChannel(
  em: EntityManager,
  sales_channel_id: string,
  location_id: string,
): Promise<void> {
  await em.nativeDelete(SalesChannelLocation, { sales_channel_id, location_id })
}

const insertLink = statement(`
  insert into sales_channel_location (id, created_at, updated_at, sales_channel_id, location_id)
  values ($1, now(), now(), $2, $3) on conflict (sales_channel_id, location_id) do nothing`)
