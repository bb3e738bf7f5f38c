import type { EntityData, EntityName, FilterQuery } from '@mikro-orm/postgresql'
import type { TestShop } from './shop.ts'

/**
 * Sets columns of all matching rows, also of deleted ones. Only for states that no operation reaches, for example the
 * rows of an import from Medusa v1.
 */
export const changeRows = <Entity extends object>(
  { orm }: Pick<TestShop, 'orm'>,
  entity: EntityName<Entity>,
  where: FilterQuery<NoInfer<Entity>>,
  columns: EntityData<NoInfer<Entity>>,
): Promise<number> => orm.em.fork().nativeUpdate(entity, where, columns, { filters: false })

/** Deletes all rows of the entities, in the given order. */
export async function deleteAll({ orm }: Pick<TestShop, 'orm'>, ...entities: EntityName<object>[]): Promise<void> {
  for (const entity of entities) await orm.em.fork().nativeDelete(entity, {}, { filters: false })
}
