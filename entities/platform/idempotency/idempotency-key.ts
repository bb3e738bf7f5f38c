import { defineEntity, p } from '@mikro-orm/postgresql'
import { id } from '#entities/base.ts'
import { now } from '#entities/values/clock.ts'

const IdempotencyKeySchema = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_key',
  properties: {
    id: id('ikey'),
    created_at: p.datetime(3).onCreate(() => now()),
    idempotency_key: p.text().unique(),
    /** Hash of procedure, caller and input. A second request with the key must have the same hash. */
    request: p.text(),
    /** Response serialized by V8, because jsonb would change the order of keys. */
    answer: p.blob().nullable(),
  },
})

export class IdempotencyKey extends IdempotencyKeySchema.class {}
IdempotencyKeySchema.setClass(IdempotencyKey)
