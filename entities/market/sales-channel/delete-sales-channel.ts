import type { EntityManager } from '@mikro-orm/postgresql'
import { NotAllowed } from '#entities/errors.ts'
import { Store } from '#entities/market/store/store.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { now } from '#entities/values/clock.ts'
import { SalesChannel } from './sales-channel.ts'

export async function deleteSalesChannel(em: EntityManager, id: string): Promise<void> {
  if ((await em.count(Store, { default_sales_channel_id: id })) > 0)
    throw new NotAllowed('You cannot delete the default sales channel').because({ name: 'default_sales_channel' })
  const deleted = await em.nativeUpdate(SalesChannel, { id, deleted_at: null }, { deleted_at: now() })
  if (deleted > 0) await announce(em, 'sales_channel.deleted', { id })
}
