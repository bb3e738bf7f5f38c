import type { EntityMetadata, EntityProperty } from '@mikro-orm/postgresql'

/* What the entities say of their tables: the columns, and by which columns rows relate to each other. */

export const primaryKeyName = (meta: EntityMetadata) => meta.primaryKeys[0] as string

/** Whether rows are gone, for who does not ask for them, that are still there. */
export const isSoftDeletable = (meta: EntityMetadata): boolean => 'alive' in (meta.filters ?? {})

const columnsByEntity = new WeakMap<EntityMetadata, ReadonlyMap<string, EntityProperty>>()

/** What a row of the entity has beside its relations, by name; secrets are lazy and stay where they are. */
export function storedColumns(meta: EntityMetadata): ReadonlyMap<string, EntityProperty> {
  const known = columnsByEntity.get(meta)
  if (known) return known
  const columns = meta.props.filter(({ kind, persist, lazy }) => kind === 'scalar' && persist !== false && !lazy)
  const byName = new Map(columns.map((column) => [column.name as string, column]))
  columnsByEntity.set(meta, byName)
  return byName
}

/** A stored column by which rows can be sorted: PostgreSQL has no useful order for JSON and arrays. */
export function sortableColumn(meta: EntityMetadata, name: string): EntityProperty | undefined {
  const column = storedColumns(meta).get(name)
  return column?.columnTypes.some((type) => /^jsonb?$|\[\]$/.test(type)) ? undefined : column
}

/** A relation that is stored; undefined of what the entity computes, which is a method of it. */
export const relationOf = (meta: EntityMetadata, name: string): EntityProperty | undefined =>
  isComputed(meta, name) ? undefined : (meta.properties[name as never] as EntityProperty | undefined)

export const isComputed = (meta: EntityMetadata, name: string): boolean =>
  typeof meta.prototype[name as never] === 'function'

/** Two rows relate where the value of the one in `near` is that of the other in `far`, or both are named by a row of `pivot`. */
export interface RelationLink {
  near: string
  far: string
  isList: boolean
  pivot?: PivotTable
}

interface PivotTable {
  table: string
  near: string
  far: string
}

/** How a row of `owner` relates to those of its relation. */
export function relationLinkOf(owner: EntityMetadata, relation: EntityProperty): RelationLink {
  const target = relation.targetMeta as EntityMetadata
  const [own, other] = [primaryKeyName(owner), primaryKeyName(target)]
  switch (relation.kind) {
    case 'm:1':
      return { near: relation.joinColumns[0] as string, far: other, isList: false }
    case '1:m':
      return { near: own, far: inverseOf(relation).joinColumns[0] as string, isList: true }
    case '1:1':
      return relation.owner
        ? { near: relation.joinColumns[0] as string, far: other, isList: false }
        : { near: own, far: inverseOf(relation).joinColumns[0] as string, isList: false }
    case 'm:n':
      return { near: own, far: other, isList: true, pivot: pivotTableOf(relation) }
    default:
      throw new Error(`${relation.name} is a relation of a kind that cannot be read`)
  }
}

const inverseOf = (relation: EntityProperty) =>
  relation.targetMeta?.properties[relation.mappedBy as never] as unknown as EntityProperty

/** The owner's word counts: that of the other side names the table of another relation where two have one name. */
function pivotTableOf(relation: EntityProperty): PivotTable {
  const owner = relation.mappedBy ? inverseOf(relation) : relation
  const [own, other] = [owner.joinColumns[0] as string, owner.inverseJoinColumns[0] as string]
  const [near, far] = relation.mappedBy ? [other, own] : [own, other]
  return { table: owner.pivotTable, near, far }
}
