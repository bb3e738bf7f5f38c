import type { EntityClass } from '@mikro-orm/postgresql'

/** The rows of an entity as a resource shows them. `Row` is the type of a projected row. */
export interface ReadModel<Row = unknown> {
  readonly entity: EntityClass<object>
  readonly relations: ReadonlyMap<string, ReadRelation>
  /** Relations to many rows that most rows have none of. A second statement reads them if there are any. */
  readonly loadSeparately: readonly string[]
  readonly computed: Computation | undefined
  /** Only for the compiler. */
  readonly row?: Row
}

export interface ReadRelation {
  readonly model: ReadModel
  /** The name of the relation in the entity; undefined if a procedure fills in the relation. */
  readonly storedName: string | undefined
  /** Whether a relation to one row is shown as a list of that row. */
  readonly isListOfOne: boolean
}

export interface Computation {
  /** Dotted paths of the relations that `compute` reads. */
  readonly needs: readonly string[]
  compute(row: object): object
}

/** The values that columns must have for a row to be read. */
export type Scope = Readonly<Record<string, readonly (string | null)[]>>

/** The columns and relations of a row that are shown. */
export interface Selection {
  columns: ReadonlySet<string>
  readonly relations: ReadonlyMap<string, Selection>
  readonly scope?: Scope | undefined
}
