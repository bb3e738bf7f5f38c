import { p } from '@mikro-orm/postgresql'
import { createTimestamp } from '#database/stored-time.ts'
import { newId } from './values/id.ts'

/*
 * What all entities share. Each is a function, so that no two entities share one property builder.
 *
 * A foreign key is a plain column (`region_id`) that the entity owns; the relation beside it (`region`) only reads it
 * and is there to be populated. So an entity never needs its neighbours in order to be written.
 */

export type Metadata = Record<string, unknown>

/** The primary key: `<prefix>_<ULID>`, made when the entity is. */
export const id = (prefix: string) =>
  p
    .text()
    .primary()
    .onCreate(() => newId(prefix))

export const timestamps = () => ({
  created_at: p
    .datetime(3)
    .onCreate(() => createTimestamp())
    .index(),
  updated_at: p
    .datetime(3)
    .onCreate(() => createTimestamp())
    .onUpdate(() => createTimestamp()),
})

/** A row with a `deleted_at` is gone for every reader that does not ask for it (`filters: alive`). */
export const softDelete = () => ({ deleted_at: p.datetime(3).nullable() })

export const alive = { alive: { name: 'alive', cond: { deleted_at: null }, default: true } }

export const metadata = () => ({ metadata: p.json<Metadata>().nullable() })

/** Metadata that is `{}` where a row is created with none, or with null, as clients of Medusa v1 read it. */
export const emptyMetadata = () => ({
  metadata: p
    .json<Metadata>()
    .nullable()
    .onCreate(() => ({})),
})

/** A boolean column that is never null. */
export const flag = (initially: boolean) => p.boolean().onCreate(() => initially)

/** A whole amount in the minor unit of its currency. 64 bits in PostgreSQL, a safe integer here. */
export const amount = () => p.bigint('number')

/** A column that holds one of these words. The database has the same words in a CHECK constraint. */
export const word = <const Words extends readonly string[]>(words: Words) => p.enum(words)

/** The metadata after a change: keys that are given replace, and an empty text removes its key. */
export function mergeMetadata(stored: Metadata | null | undefined, given: Metadata): Metadata {
  const kept = Object.entries({ ...stored, ...given }).filter(([key, value]) => !(key in given && value === ''))
  return Object.fromEntries(kept)
}
