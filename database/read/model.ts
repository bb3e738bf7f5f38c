import type { EntityClass } from '@mikro-orm/postgresql'

/** Describes how the rows of an entity are read and shown. `Row` is the type of a shown row. */
export interface ReadModel<Row = unknown> {
  readonly entity: EntityClass<object>
  readonly relations: ReadonlyMap<string, ReadRelation>
  /** Relations that are empty for most rows. A second statement reads them for the rows that have some. */
  readonly loadSeparately: readonly string[]
  readonly computed: Computation | undefined
  /** Exists only for the type checker. */
  readonly row?: Row
}

export interface ReadRelation {
  readonly model: ReadModel
  /** The name of the relation in the entity. Undefined if a procedure fills in the relation. */
  readonly storedName: string | undefined
  /** True if a to-one relation is shown as a list of one row. */
  readonly isListOfOne: boolean
}

export interface Computation {
  /** Dotted paths of the relations that `compute` reads. */
  readonly needs: readonly string[]
  compute(row: object): object
}

/** Only rows with these column values are read. */
export type Scope = Readonly<Record<string, readonly (string | null)[]>>

export interface Selection {
  columns: ReadonlySet<string>
  readonly relations: ReadonlyMap<string, Selection>
  readonly scope?: Scope | undefined
}
