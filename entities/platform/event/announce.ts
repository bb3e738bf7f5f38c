import type { EntityManager } from '@mikro-orm/postgresql'
import { type BoundStatement, batch, statement } from '#database/statement.ts'
import { type EventName, type Events, isPrivate } from './events.ts'

export type Announcement = { [Name in EventName]: { name: Name; payload: Events[Name] } }[EventName]

/**
 * Tells everybody who subscribes that something has happened, after the transaction of the entity manager commits, and
 * not at all if it does not. One statement writes the event and puts it into the outbox, out of which it is handed.
 *
 * The numbers of events rise, but transactions do not commit in the order of their numbers, and one that is rolled back
 * leaves a gap. So nothing ever reads on from the last number it has seen: each event stands in the outbox, where it
 * becomes visible together with itself, and whoever replays the past from a number gets what is not committed yet from there.
 */
export async function announce<Name extends EventName>(
  em: EntityManager,
  name: Name,
  payload: Events[Name],
): Promise<void> {
  await insertEvents(em, JSON.stringify([{ name, payload, is_private: isPrivate(name) }]))
}

/** Announces many things at the cost of one. */
export async function announceAll(em: EntityManager, announcements: readonly Announcement[]): Promise<void> {
  if (announcements.length > 0) await batch(em, announceStatement(announcements))
}

/** What announces these, to be run together with other statements. */
export const announceStatement = (announcements: readonly Announcement[]): BoundStatement<object> =>
  insertEvents.with(JSON.stringify(announcements.map((one) => ({ ...one, is_private: isPrivate(one.name) }))))

const insertEvents = statement(`
  with written as (
    insert into event (created_at, name, payload, is_private)
    select now(), name, payload, is_private
    from jsonb_to_recordset($1::jsonb) as given (name text, payload jsonb, is_private boolean)
    returning id
  )
  insert into event_outbox (event_id) select id from written`)
