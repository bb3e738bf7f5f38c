import { type EntityClass, EntitySchema } from '@mikro-orm/postgresql'
import type { Field } from './field.ts'
import type { ValuesOf } from './row-with-fields.ts'

/**
 * Returns the same entity with the types of its plugin fields, for conditions of `em.find` and `em.count`.
 *
 * @example
 * await em.count(entityWithFields(Order, fields.order), { gift_note: { $ne: null } })
 * @throws Error if no plugin of the shop has one of the fields.
 */
export function entityWithFields<Entity extends object, Declared extends Readonly<Record<string, Field>>>(
  entity: EntityClass<Entity>,
  declared: Declared,
): EntityClass<Entity & ValuesOf<Declared>> {
  const { properties = {} } = EntitySchema.REGISTRY.get(entity)?.meta ?? {}
  const missing = Object.keys(declared).find((name) => !(name in properties))
  if (missing)
    throw new Error(
      `${entity.name} has no field ${missing} yet. List the field in definePlugin, and call entityWithFields in a function: at the start of a module the shop has no fields.`,
    )
  return entity as EntityClass<Entity & ValuesOf<Declared>>
}
