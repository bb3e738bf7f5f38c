import { defineEntity, p } from '@mikro-orm/postgresql'
import { flag, word } from '../base.ts'
import type { EventName, Subject } from './events.ts'

/** Something that has happened: written in the transaction in which it did. */
const EventSchema = defineEntity({
  name: 'Event',
  tableName: 'event',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    created_at: p.datetime(3),
    name: word<EventName>(),
    payload: p.json<Subject>(),
    is_private: flag(false),
  },
})

export class Event extends EventSchema.class {}
EventSchema.setClass(Event)
