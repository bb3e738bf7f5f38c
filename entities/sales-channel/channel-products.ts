import type { EntityManager } from '@mikro-orm/postgresql'
import { UnknownReferences } from '#entities/errors.ts'
import { link, unlink } from '#entities/links.ts'
import { missingIds } from '#entities/missing.ts'
import { Product } from '#entities/product/product.ts'
import { findSalesChannel } from './find-sales-channel.ts'

/** Sells the products in the channel too. */
export async function addProducts(em: EntityManager, channelId: string, ids: readonly string[]): Promise<void> {
  await findSalesChannel(em, channelId)
  const missing = await missingIds(em, Product, ids)
  if (missing.length > 0) throw new UnknownReferences('Products', missing)
  await link(em, 'product_sales_channel', channelId, ids)
}

/** Products that the channel does not sell are no fault. */
export async function removeProducts(em: EntityManager, channelId: string, ids: readonly string[]): Promise<void> {
  await findSalesChannel(em, channelId)
  await unlink(em, 'product_sales_channel', channelId, ids)
}
