import type { EntityClass, EntityManager, FilterQuery } from '@mikro-orm/postgresql'

/** Returns the ids that no row has. */
export async function missingIds<Row extends { id: string }>(
  em: EntityManager,
  entity: EntityClass<Row>,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const where: FilterQuery<{ id: string }> = { id: { $in: [...ids] } }
  const rows = await em.find<{ id: string }>(entity, where, { disableIdentityMap: true })
  const known = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !known.has(id))
}
