import { type EntityClass, type EntityManager, wrap } from '@mikro-orm/postgresql'
import { shapeOf } from './entity-shape.ts'

/** Returns the entity that the unit of work has loaded for a row. */
export function maybeManagedEntity(em: EntityManager, entity: EntityClass<object>, key: string): object | null {
  const managed = em.getUnitOfWork().getById(entity, key)
  return managed && wrap(managed, true).isInitialized() ? managed : null
}

export const hasManagedEntities = (em: EntityManager): boolean => {
  const work = em.getUnitOfWork()
  return (
    work.getPersistStack().size + work.getRemoveStack().size > 0 ||
    work.getIdentityMap()[Symbol.iterator]().next().done === false
  )
}

export const isRemovedEntity = (em: EntityManager, managed: object): boolean =>
  em.getUnitOfWork().getRemoveStack().has(managed)

/** Whether the next flush of the unit of work writes or deletes the row of the entity. */
export function isChangedEntity(em: EntityManager, managed: object): boolean {
  if (isRemovedEntity(em, managed)) return true
  const { __meta, __originalEntityData } = wrap(managed, true)
  const comparator = em.getComparator()
  const changes = comparator.diffEntities(__meta.class, __originalEntityData ?? {}, comparator.prepareEntity(managed))
  return Object.keys(changes).length > 0
}

/** Gives an entity the stored values of its row. They are not changes. */
export function refreshEntity(em: EntityManager, managed: object, values: Record<string, unknown>): void {
  for (const { name } of shapeOf(em, wrap(managed, true).__meta.class).columns)
    if (name in values) Reflect.set(managed, name, values[name])
  wrap(managed, true).__originalEntityData = em.getComparator().prepareEntity(managed)
}

/** Returns the ids of the entities that the next flush inserts. */
export const newEntitiesOf = (em: EntityManager): Map<string, object> =>
  new Map(
    Array.from(em.getUnitOfWork().getPersistStack(), (entity) => [String(wrap(entity, true).getPrimaryKey()), entity]),
  )

export const changedEntitiesOf = (em: EntityManager): object[] =>
  [...em.getUnitOfWork().getIdentityMap()].filter((entity) => isChangedEntity(em, entity))
