import { type EntityClass, type EntityProperty, EntitySchema } from '@mikro-orm/postgresql'
import { isTranslated, leadingColumnOf } from '#database/read/entity-metadata.ts'

const NONE: readonly string[] = []
const known = new WeakMap<object, readonly string[]>()

/** Returns the columns that `translated` marks, and the translated fields of plugins. */
export function translatedColumnsOf(entity: EntityClass<object>): readonly string[] {
  const columns = known.get(entity) ?? findColumns(entity)
  known.set(entity, columns)
  return columns
}

/** Returns the leading column of each translated column that has one. */
export const leadingColumnsOf = (entity: EntityClass<object>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(propertiesOf(entity)).flatMap(([name, property]) => {
      const leading = leadingColumnOf(property)
      return leading === undefined ? [] : [[name, leading] as const]
    }),
  )

const propertiesOf = (entity: EntityClass<object>): Record<string, Partial<EntityProperty>> =>
  EntitySchema.REGISTRY.get(entity)?.meta.properties ?? {}

function findColumns(entity: EntityClass<object>): readonly string[] {
  const names = Object.entries(propertiesOf(entity)).flatMap(([name, property]) =>
    isTranslated(property) ? [name] : [],
  )
  return names.length > 0 ? names : NONE
}
