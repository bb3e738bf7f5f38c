import type { EntityManager } from '@mikro-orm/postgresql'
import { UnknownReferences } from '../errors.ts'
import { link, unlink } from '../links.ts'
import { missingIds } from '../missing.ts'
import { SalesChannel } from '../sales-channel/sales-channel.ts'
import { lockPublishableKey } from './lock-publishable-key.ts'

/** Lets the key name these channels too, all of them or none. */
export async function addChannels(em: EntityManager, keyId: string, ids: readonly string[]): Promise<void> {
  await lockPublishableKey(em, keyId)
  const missing = await missingIds(em, SalesChannel, ids)
  if (missing.length > 0) throw new UnknownReferences('Sales Channels', missing)
  await link(em, 'publishable_api_key_sales_channel', keyId, ids)
}

/** Channels that the key does not name are no fault. */
export async function removeChannels(em: EntityManager, keyId: string, ids: readonly string[]): Promise<void> {
  await lockPublishableKey(em, keyId)
  await unlink(em, 'publishable_api_key_sales_channel', keyId, ids)
}
