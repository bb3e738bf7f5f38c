import type { EntityMetadata, EntityProperty } from '@mikro-orm/postgresql'

export const primaryKeyName = (meta: EntityMetadata): string => meta.primaryKeys[0] ?? 'id'

export const propertyOf = (meta: EntityMetadata, name: string): EntityProperty | undefined =>
  meta.props.find((property) => property.name === name)

export const isSoftDeletable = (meta: EntityMetadata): boolean => 'alive' in (meta.filters ?? {})

/** The columns of an entity by name. Lazy columns (secrets) are left out. */
export function storedColumns(meta: EntityMetadata): ReadonlyMap<string, EntityProperty> {
  const columns = meta.props.filter(({ kind, persist, lazy }) => kind === 'scalar' && persist !== false && !lazy)
  return new Map(columns.map((column) => [column.name, column]))
}

/** Whether each language of the shop can have its own text. The table `translation` has the texts of other languages than the default. */
export const isTranslated = (column: Partial<EntityProperty> & { translated?: boolean }): boolean =>
  column.translated === true

/** A language that has this column, but lacks the text, has no text: the next language would contradict it. */
export const leadingColumnOf = (column: Partial<EntityProperty> & { translatedWith?: string }): string | undefined =>
  column.translatedWith

export const isMethod = (meta: EntityMetadata, name: string): boolean =>
  typeof Reflect.get(meta.prototype, name) === 'function'

/** Two rows are related if `near` of one equals `far` of the other, or if a row of `pivot` has both values. */
export interface RelationLink {
  near: string
  far: string
  isList: boolean
  pivot?: { table: string; near: string; far: string }
}

export function relationLinkOf(owner: EntityMetadata, relation: EntityProperty): RelationLink {
  const [own, other] = [primaryKeyName(owner), primaryKeyName(targetOf(relation))]
  if (relation.kind === 'm:n') return { near: own, far: other, isList: true, pivot: pivotOf(relation) }
  const isList = relation.kind === '1:m'
  const isOwner = relation.kind === 'm:1' || (relation.kind === '1:1' && relation.owner)
  return isOwner
    ? { near: joinColumnOf(relation), far: other, isList }
    : { near: own, far: joinColumnOf(inverseOf(relation)), isList }
}

export function targetOf({ targetMeta, name }: EntityProperty): EntityMetadata {
  if (!targetMeta) throw new Error(`${name} is not a relation`)
  return targetMeta
}

function inverseOf(relation: EntityProperty): EntityProperty {
  const inverse = propertyOf(targetOf(relation), relation.mappedBy)
  if (!inverse) throw new Error(`${relation.name} has no owning side`)
  return inverse
}

function joinColumnOf({ joinColumns, name }: EntityProperty): string {
  if (joinColumns[0] === undefined) throw new Error(`${name} has no join column`)
  return joinColumns[0]
}

// The metadata of the inverse side can name the pivot table of another relation, so the owning side decides.
function pivotOf(relation: EntityProperty): RelationLink['pivot'] {
  const owner = relation.mappedBy ? inverseOf(relation) : relation
  const [own, other] = [joinColumnOf(owner), owner.inverseJoinColumns[0] ?? '']
  const [near, far] = relation.mappedBy ? [other, own] : [own, other]
  return { table: owner.pivotTable, near, far }
}
