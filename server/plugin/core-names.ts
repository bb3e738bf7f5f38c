import { EntitySchema } from '@mikro-orm/postgresql'
import type { FieldTable } from '#entities/platform/field/field.ts'
import { isInstalledField } from '#entities/platform/field/installed-fields.ts'
import { FIELD_ENTITIES } from './install-fields.ts'

/** Returns the properties and methods of the entity, and the computed columns of its rows. */
export const coreNamesOf = (table: FieldTable): string[] => {
  const { prototype, properties = {} } = EntitySchema.REGISTRY.get(FIELD_ENTITIES[table])?.meta ?? {}
  const names = new Set([...Object.keys(properties), ...Object.getOwnPropertyNames(prototype ?? {})])
  return Array.from(names).filter((name) => !isInstalledField(table, name))
}
