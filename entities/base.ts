import { p } from '@mikro-orm/postgresql'
import { newId } from './values/id.ts'
import { createTimestamp } from './values/timestamp.ts'

export type Metadata = Record<string, unknown>

export type EntityColumn = 'id' | 'created_at' | 'updated_at' | 'metadata'

/* The builders below are functions, because two entities must not share a property builder. */

/** The primary key: `<prefix>_<ULID>`. */
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

/** Use together with the filter `alive`, which hides deleted rows by default. */
export const softDelete = () => ({ deleted_at: p.datetime(3).nullable() })

export const alive = { alive: { name: 'alive', cond: { deleted_at: null }, default: true } }

export const metadata = () => ({ metadata: p.json<Metadata>().nullable() })

/** Defaults to `{}`, also for an explicit null, as in Medusa v1. */
export const emptyMetadata = () => ({
  metadata: p
    .json<Metadata>()
    .nullable()
    .onCreate(() => ({})),
})

export const flag = (initially: boolean) => p.boolean().onCreate(() => initially)

/** Amount in minor units: a 64-bit integer in PostgreSQL and a safe integer in JavaScript. */
export const amount = () => p.bigint('number')

/** MikroORM also types the column as text, but PostgreSQL returns numbers. */
export const double = () => p.double().$type<number>()

/** A new value also needs a migration, because a CHECK constraint lists the values. */
export const oneOf = <const Values extends readonly string[]>(values: Values) => p.enum(values)

/** The input for a new row. Optional columns may be null or undefined. */
export type NewColumns<Row, Required extends keyof Row, Optional extends keyof Row = never> = Pick<Row, Required> & {
  [Column in Optional]?: Row[Column] | null | undefined
}

/** An empty string removes the key. */
export function mergeMetadata(stored: Metadata | null | undefined, changes: Metadata): Metadata {
  const entries = Object.entries({ ...stored, ...changes }).filter(([key, value]) => !(key in changes && value === ''))
  return Object.fromEntries(entries)
}
