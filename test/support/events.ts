import type { EventName } from '#entities/platform/event/events.ts'
import type { Json } from './factories.ts'
import type { TestShop } from './shop.ts'

/** The recorded events about this resource or this order, oldest first, optionally of one name. */
export const eventsOf = (
  { orm }: Pick<TestShop, 'orm'>,
  { id }: Json,
  name: EventName | null = null,
): Promise<{ name: EventName; payload: Json }[]> =>
  orm.em.fork().execute(
    `select name, payload from event where ? in (payload->>'id', payload->>'order_id') and name = coalesce(?, name)
     order by id`,
    [id, name],
  )

export const eventNamesOf = async (shop: Pick<TestShop, 'orm'>, thing: Json): Promise<EventName[]> =>
  (await eventsOf(shop, thing)).map(({ name }) => name)
