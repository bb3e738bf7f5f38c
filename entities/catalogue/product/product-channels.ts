import type { EntityManager } from '@mikro-orm/postgresql'
import { UnknownReferences } from '#entities/errors.ts'
import { SalesChannel } from '#entities/market/sales-channel/sales-channel.ts'
import { defaultSalesChannelId } from '#entities/market/store/find-store.ts'

export async function channelsById(em: EntityManager, ids: readonly string[]): Promise<SalesChannel[]> {
  const channels = await em.find(SalesChannel, { id: { $in: [...ids] } })
  const missing = ids.filter((id) => !channels.some((channel) => channel.id === id))
  if (missing.length > 0) throw new UnknownReferences('Sales Channels', missing)
  return channels
}

export async function defaultChannel(em: EntityManager): Promise<SalesChannel> {
  return em.getReference(SalesChannel, await defaultSalesChannelId(em))
}
