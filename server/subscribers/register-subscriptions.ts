import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import type { ShopParts } from '#server/plugin/shop-parts.ts'
import { subscriptionsOf } from './subscriptions.ts'

/** Stores the names of the events that subscribers receive. A trigger writes some events only if a subscriber receives them. */
export async function registerSubscriptions(
  em: EntityManager,
  parts: Pick<ShopParts, 'subscribers' | 'notifications' | 'mails'>,
): Promise<void> {
  await replaceSubscriptions(em, [...new Set(subscriptionsOf(parts).flatMap(({ events }) => events))])
}

const replaceSubscriptions = statement(`
  with removed as (delete from event_subscription where event_name <> all($1::text[]))
  insert into event_subscription (event_name) select unnest($1::text[]) on conflict do nothing`)
