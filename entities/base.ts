import { p } from '@mikro-orm/postgresql'
import { newId } from './values/id.ts'
import { createTimestamp } from './values/timestamp.ts'

export type Metadata = Record<string, unknown>

export interface PersonalOptions {
  /** Rows with the e-mail address of a customer belong to the customer. */
  contains?: 'email'
  /** The keys of a JSON object that erasure keeps. */
  keeps?: readonly string[]
  /**
   * Whether an erasure clears the column, deletes the row, or keeps the value, because the shop must keep records of money. Default:
   * `clear`.
   */
  erasure?: 'clear' | 'delete-row' | 'keep'
}

/** A text or a JSON value of customers: personal, or none of their personal data. */
export type PersonalDeclaration = PersonalOptions | 'not personal'

/**
 * Marks a column with personal data of a customer. The export of a customer contains it, and erasure clears it.
 *
 * @example
 * text: personal(p.text())
 * customer_id: personal(p.text(), { erasure: 'delete-row' })
 */
export const personal = <Column extends { '~options': object }>(
  column: Column,
  options: PersonalOptions = {},
): Column => declare(column, options)

/** Marks a column of rows that belong to customers, or a column with a name such as `email`, that stays after erasure. */
export const notPersonal = <Column extends { '~options': object }>(column: Column): Column =>
  declare(column, 'not personal')

function declare<Column extends { '~options': object }>(column: Column, personal: PersonalDeclaration): Column {
  Object.assign(column['~options'], { personal })
  return column
}

/**
 * Marks a text that customers read. Each further language of the shop can have its own text, which the table `translation` keeps. The
 * column has the text of the default language.
 *
 * @example
 * title: translated(p.text())
 * seo_title: translated(p.text().nullable(), { with: 'title' })
 */
export const translated = <Column extends { '~options': object }>(
  column: Column,
  { with: leading }: { with?: string } = {},
): Column => {
  Object.assign(column['~options'], { translated: true, ...(leading && { translatedWith: leading }) })
  return column
}

/** Refunds need the id of the payment at its provider. */
export const PROVIDER_DATA: PersonalOptions = { keeps: ['id'] }

/** Replaces an erased e-mail address if the column needs a value. */
export const ERASED_EMAIL = 'erased@erased.invalid'

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

/** The metadata of a row that belongs to a customer. */
export const personalMetadata = () => ({ metadata: personal(p.json<Metadata>().nullable()) })

/** The metadata of a row that belongs to a customer. Defaults to `{}`, also for an explicit null, as in Medusa v1. */
export const emptyMetadata = () => ({
  metadata: personal(
    p
      .json<Metadata>()
      .nullable()
      .onCreate(() => ({})),
  ),
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
