import type { EventName } from '#entities/platform/event/events.ts'
import type { Json } from './factories.ts'
import type { TestShop } from './shop.ts'

/** What was told of something, or of what is of the order that it is, in its order: all of it, or of this name. */
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

/** The names of these, in their order. */
export const eventNamesOf = async (shop: Pick<TestShop, 'orm'>, thing: Json): Promise<EventName[]> =>
  (await eventsOf(shop, thing)).map(({ name }) => name)
