import type { EntityClass, EntityManager } from '@mikro-orm/postgresql'

/** Those of the ids that no row has, in the order given. */
export async function missingIds<Row extends { id: string }>(
  em: EntityManager,
  entity: EntityClass<Row>,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const where = { id: { $in: [...ids] } } as never
  const found = await em.find(entity, where, { disableIdentityMap: true })
  const known = new Set(found.map(({ id }) => id))
  return ids.filter((id) => !known.has(id))
}
