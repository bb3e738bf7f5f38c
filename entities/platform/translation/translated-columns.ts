import { type EntityClass, type EntityProperty, EntitySchema } from '@mikro-orm/postgresql'
import { isTranslated } from '#database/read/entity-metadata.ts'

const NONE: readonly string[] = []
const known = new WeakMap<object, readonly string[]>()

/** Returns the columns that `translated` marks, and the translated fields of plugins. */
export function translatedColumnsOf(entity: EntityClass<object>): readonly string[] {
  const columns = known.get(entity) ?? findColumns(entity)
  known.set(entity, columns)
  return columns
}

function findColumns(entity: EntityClass<object>): readonly string[] {
  const properties: Record<string, Partial<EntityProperty>> = EntitySchema.REGISTRY.get(entity)?.meta.properties ?? {}
  const names = Object.entries(properties).flatMap(([name, property]) => (isTranslated(property) ? [name] : []))
  return names.length > 0 ? names : NONE
}
