import { defineEntity, p } from '@mikro-orm/postgresql'
import { id } from '#entities/base.ts'

/** The answer that was given for a key, so that the same request sent again gets it again. */
export const IdempotencyKeySchema = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_key',
  properties: {
    id: id('ikey'),
    created_at: p.datetime(3).onCreate(() => new Date()),
    idempotency_key: p.text().unique(),
    /** Procedure, caller and input, hashed: a key is good for one request only. */
    request: p.text(),
    /** As V8 writes it; jsonb would put its keys into another order. */
    answer: p.blob().nullable(),
  },
})

export class IdempotencyKey extends IdempotencyKeySchema.class {}
IdempotencyKeySchema.setClass(IdempotencyKey)
