import { type EntityManager, type RawQueryFragment, raw } from '@mikro-orm/postgresql'
import { UnknownReferences } from '#entities/errors.ts'
import { linkRows, unlinkRows } from '#entities/platform/links/links.ts'
import { missingIds } from '#entities/values/missing-ids.ts'
import { SalesChannel } from '../sales-channel/sales-channel.ts'
import { lockPublishableKey } from './lock-publishable-key.ts'

export async function addChannels(em: EntityManager, keyId: string, ids: readonly string[]): Promise<void> {
  await lockPublishableKey(em, keyId)
  const missing = await missingIds(em, SalesChannel, ids)
  if (missing.length > 0) throw new UnknownReferences('Sales Channels', missing)
  await linkRows(em, 'key_channels', keyId, ids)
}

export async function removeChannels(em: EntityManager, keyId: string, ids: readonly string[]): Promise<void> {
  await lockPublishableKey(em, keyId)
  await unlinkRows(em, 'key_channels', keyId, ids)
}

export const channelsOfKey = (id: string): RawQueryFragment =>
  raw('(select sales_channel_id from publishable_api_key_sales_channel where publishable_key_id = ?)', [id])
