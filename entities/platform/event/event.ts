import { defineEntity, p } from '@mikro-orm/postgresql'
import { flag } from '#entities/base.ts'
import type { EventName, EventSubject } from './events.ts'

const EventSchema = defineEntity({
  name: 'Event',
  tableName: 'event',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    created_at: p.datetime(3),
    name: p.text().$type<EventName>(),
    payload: p.json<EventSubject>(),
    is_private: flag(false),
    /** Subscribers that have not received the private event yet. Null until the event is dispatched. */
    awaited_by: p.array().nullable(),
  },
})

export class Event extends EventSchema.class {
  isDeliveredTo(subscriber: string): boolean {
    return this.awaited_by != null && !this.awaited_by.includes(subscriber)
  }
}
EventSchema.setClass(Event)
