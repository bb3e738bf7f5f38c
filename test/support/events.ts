import type { EventName } from '#entities/platform/event/events.ts'
import type { Identified } from './resources.ts'
import type { TestShop } from './shop.ts'

export type Payload = Record<string, unknown>

/** The recorded events about this resource or order, oldest first. */
export const eventsOf = (
  { orm }: Pick<TestShop, 'orm'>,
  { id }: Identified,
  name: EventName | null = null,
): Promise<{ name: EventName; payload: Payload }[]> =>
  orm.em.fork().execute(
    `select name, payload from event where ? in (payload->>'id', payload->>'order_id') and name = coalesce(?, name)
     order by id`,
    [id, name],
  )

/** Puts a dispatched event into the outbox again. */
export const dispatchAgain = ({ orm }: Pick<TestShop, 'orm'>, event: { id: number } | undefined) =>
  orm.em.fork().execute('insert into event_outbox (event_id) values (?)', [event?.id])

export const eventNamesOf = async (shop: Pick<TestShop, 'orm'>, thing: Identified): Promise<EventName[]> =>
  (await eventsOf(shop, thing)).map(({ name }) => name)
