import { defineEntity, p } from '@mikro-orm/postgresql'
import { flag } from '#entities/base.ts'
import type { EventName, EventSubject } from './events.ts'

/** Something that has happened: written in the transaction in which it did. */
const EventSchema = defineEntity({
  name: 'Event',
  tableName: 'event',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    created_at: p.datetime(3),
    name: p.text().$type<EventName>(),
    payload: p.json<EventSubject>(),
    is_private: flag(false),
    /** Of a private event: which subscribers are still to be told, once that is known. */
    awaited_by: p.array().nullable(),
  },
})

export class Event extends EventSchema.class {
  /** A private event is told once: after that, or after a day, its token is gone. */
  isToldTo(subscriber: string): boolean {
    return this.awaited_by != null && !this.awaited_by.includes(subscriber)
  }
}
EventSchema.setClass(Event)
