import type { EntityManager } from '@mikro-orm/postgresql'
import { type BoundStatement, defer, statement } from '#database/statement.ts'
import { shopOf } from '#entities/shop.ts'
import { type EventName, type Events, isEventGroup, isPrivateEvent } from './events.ts'

export type Announcement = { [Name in EventName]: { name: Name; payload: Events[Name] } }[EventName]

/** Writes an event to the outbox, with the next statement of the transaction. Events do not become visible in the order of their ids. */
export async function announce<Name extends EventName>(
  em: EntityManager,
  name: Name,
  payload: Events[Name],
): Promise<void> {
  assertDeclared(em, name)
  await defer(em, insertEvents.with(JSON.stringify([{ name, payload, is_private: isPrivateEvent(name) }])))
}

/** Without its declaration, webhooks and limited API keys could not see the event. */
function assertDeclared(em: EntityManager, name: string): void {
  const isCoreEvent = isEventGroup(name.slice(0, name.indexOf('.'))) || isPrivateEvent(name as EventName)
  if (isCoreEvent || shopOf(em).events.some(({ names }) => names.includes(name))) return
  throw new Error(`The event ${name} is unknown. List it in \`events\` of definePlugin.`)
}

export async function announceAll(em: EntityManager, announcements: readonly Announcement[]): Promise<void> {
  if (announcements.length > 0) await defer(em, announceStatement(announcements))
}

export const announceStatement = (announcements: readonly Announcement[]): BoundStatement<object> =>
  insertEvents.with(
    JSON.stringify(
      announcements.map((announcement) => ({ ...announcement, is_private: isPrivateEvent(announcement.name) })),
    ),
  )

const insertEvents = statement(`
  with written as (
    insert into event (created_at, name, payload, is_private)
    select now(), name, payload, is_private
    from jsonb_to_recordset($1::jsonb) as announcement (name text, payload jsonb, is_private boolean)
    returning id
  )
  insert into event_outbox (event_id) select id from written`)
