import type { EntityManager } from '@mikro-orm/postgresql'
import { shapeOf } from './entity-shape.ts'
import {
  changedEntitiesOf,
  isChangedEntity,
  isRemovedEntity,
  maybeManagedEntity,
  newEntitiesOf,
  refreshEntity,
} from './managed-entity.ts'
import { isUnwritten, type RowTracker, refreshRow, type TrackedRow } from './row-tracker.ts'

/**
 * Writes tracked rows and entities. Gives both objects of a row the written values.
 * @throws Error if both objects of a row were changed.
 */
export async function writeBoth(
  em: EntityManager,
  rows: RowTracker,
  writeEntities: () => Promise<void>,
): Promise<void> {
  const updates = [...rows].flatMap((tracked) => planUpdate(em, rows, tracked) ?? [])
  for (let { outer } = rows; outer; outer = outer.outer) expireChanged(em, outer)
  const [first, second] = refersToNewEntity(em, rows)
    ? [writeEntities, () => rows.flush(em)]
    : [() => rows.flush(em), writeEntities]
  await first()
  await second()
  for (const update of updates) update()
}

/** Returns how the unchanged object of a row gets the values of the changed one. */
function planUpdate(em: EntityManager, rows: RowTracker, tracked: TrackedRow): (() => void) | undefined {
  const managed = maybeManagedEntity(em, tracked.entity, tracked.key)
  if (!managed) return undefined
  const isChanged = isChangedEntity(em, managed)
  if (!isUnwritten(em, tracked)) {
    if (isRemovedEntity(em, managed)) return () => rows.forget(tracked)
    return isChanged ? () => void refreshRow(tracked, columnsOf(em, tracked, managed)) : undefined
  }
  if (isChanged) throw changedTwice(tracked)
  if (tracked.isDeleted) return () => em.getUnitOfWork().unsetIdentity(managed)
  return () => refreshEntity(em, managed, tracked.row)
}

function expireChanged(em: EntityManager, outer: RowTracker): void {
  for (const tracked of outer) {
    const { entity, key } = tracked
    const managed = maybeManagedEntity(em, entity, key)
    if (!managed || !isChangedEntity(em, managed)) continue
    if (isUnwritten(em, tracked)) throw changedTwice(tracked)
    tracked.isOutdated = true
  }
}

const changedTwice = ({ entity, key }: TrackedRow) =>
  new Error(
    `The ${entity.name} ${key} was changed both as a row and as an entity. Change one of them, or call em.flush() between.`,
  )

function columnsOf(em: EntityManager, { entity }: TrackedRow, managed: object): Record<string, unknown> {
  const values = shapeOf(em, entity).columns.map(({ name }) => [name, Reflect.get(managed, name) as unknown] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

/** @throws Error if neither the rows nor the entities can be written first. */
function refersToNewEntity(em: EntityManager, rows: RowTracker): boolean {
  const newEntities = newEntitiesOf(em)
  if (newEntities.size === 0) return false
  const unwritten = [...rows].filter((tracked) => isUnwritten(em, tracked))
  const referring = unwritten.find(({ row }) => hasValueOf(row, newEntities))
  if (!referring) return false
  const newRows = new Map(unwritten.flatMap(({ key, row, stored }) => (stored ? [] : [[key, row]])))
  for (const entity of [...newEntities.values(), ...changedEntitiesOf(em)])
    if (hasValueOf(em.getComparator().prepareEntity(entity), newRows))
      throw new Error(
        `The ${referring.entity.name} row refers to a new entity, and the ${entity.constructor.name} entity to a new row. Create both with insertRow.`,
      )
  return true
}

const hasValueOf = (row: object, ids: ReadonlyMap<string, object>): boolean =>
  Object.values(row).some((value) => typeof value === 'string' && ids.has(value))
