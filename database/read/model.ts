import type { EntityClass } from '@mikro-orm/postgresql'

export interface ReadModel {
  readonly entity: EntityClass<object>
  readonly relations: ReadonlyMap<string, ReadRelation>
  /** Relations that are empty for most rows. A second statement reads them for the rows that have some. */
  readonly loadSeparately: readonly string[]
  /** `needs` has dotted paths of the relations that the computation reads. */
  readonly computed: { readonly needs: readonly string[] } | undefined
}

export interface ReadRelation {
  readonly model: ReadModel
  /** The name of the relation in the entity. Undefined if a procedure fills in the relation. */
  readonly storedName: string | undefined
  readonly isListOfOne: boolean
}

export type Scope = Readonly<Record<string, readonly (string | null)[]>>

export interface Selection {
  readonly columns: ReadonlySet<string>
  readonly relations: ReadonlyMap<string, Selection>
  readonly scope?: Scope | undefined
}
