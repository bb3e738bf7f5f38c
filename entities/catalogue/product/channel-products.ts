import type { EntityManager } from '@mikro-orm/postgresql'
import { UnknownReferences } from '#entities/errors.ts'
import { findSalesChannel } from '#entities/market/sales-channel/find-sales-channel.ts'
import { announceAll } from '#entities/platform/event/announce.ts'
import { linkRows, unlinkRows } from '#entities/platform/links/links.ts'
import { lockProducts } from './lock-products.ts'
import { buildProductUpdates } from './product-events.ts'

export async function addProductsToChannel(
  em: EntityManager,
  channelId: string,
  ids: readonly string[],
): Promise<void> {
  await findSalesChannel(em, channelId)
  const missing = await lockProducts(em, ids)
  if (missing.length > 0) throw new UnknownReferences('Products', missing)
  await linkRows(em, 'channel_products', channelId, ids)
  await announceAll(em, buildProductUpdates(ids))
}

export async function removeProductsFromChannel(
  em: EntityManager,
  channelId: string,
  ids: readonly string[],
): Promise<void> {
  await findSalesChannel(em, channelId)
  await lockProducts(em, ids)
  await unlinkRows(em, 'channel_products', channelId, ids)
  await announceAll(em, buildProductUpdates(ids))
}
