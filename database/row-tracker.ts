import { isDeepStrictEqual } from 'node:util'
import type { EntityClass, EntityManager } from '@mikro-orm/postgresql'
import { assertValues, insertStatement, type NewRow, shapeOf } from './entity-shape.ts'
import { isChangedEntity, maybeManagedEntity, refreshEntity } from './managed-entity.ts'
import { type BoundStatement, defer } from './statement.ts'
import { StoredTime } from './stored-time.ts'

type Entity = EntityClass<object>
type Values = Record<string, unknown>

export interface TrackedRow {
  entity: Entity
  row: Values
  /** The values in the database. Null until the row is inserted. */
  stored: Values | null
  isDeleted: boolean
  /** Whether a nested transaction, which may be rolled back, has written the row. */
  isOutdated: boolean
}

/** The rows of one transaction, each as one object. */
export class RowTracker {
  /** The tracker around a nested transaction. */
  outer: RowTracker | undefined
  readonly #rows = new Map<Entity, Map<string, TrackedRow>>()
  #deleted: TrackedRow[] = []

  /** Returns the tracked row with the id of `json`, with its values. @throws Error if the row has unwritten changes. */
  track(em: EntityManager, entity: Entity, json: object): object {
    const values = json as Values
    const id = String(values.id)
    const known = this.find(entity, id)
    if (known && (known.row === values || known.stored === values)) return known.row
    const { times, methods } = shapeOf(em, entity)
    for (const name of times) {
      const time = values[name]
      if (typeof time === 'string') values[name] = new StoredTime(time)
    }
    const managed = maybeManagedEntity(em, entity, id)
    if (this.hasUnwritten(em, entity, id) || (managed && isChangedEntity(em, managed)))
      throw new Error(`The ${entity.name} ${id} has unwritten changes. Call em.flush() before you read it again.`)
    if (managed) refreshEntity(em, managed, values)
    if (known) return refreshRow(known, values)
    const row = { __proto__: methods, ...values }
    this.#add({ entity, row, stored: values, isDeleted: false, isOutdated: false })
    return row
  }

  /** @throws Error if the row has no id, or the id of a tracked row. */
  insert(entity: Entity, row: object): void {
    const { id } = row as Values
    if (typeof id !== 'string') throw new Error(`A new ${entity.name} needs a text as its id`)
    const known = this.find(entity, id)
    if (known && !known.isDeleted) throw new Error(`The ${entity.name} ${id} exists already`)
    this.#add({ entity, row: row as Values, stored: null, isDeleted: false, isOutdated: false })
  }

  delete(row: object): void {
    const tracked = this.#findRow(row as Values)
    if (!tracked) throw new Error('The row is not tracked here. Read it with lockRow or findRow before deleteRow.')
    if (tracked.stored === null) this.forget(tracked)
    else if (!tracked.isDeleted) this.#deleted.push(tracked)
    tracked.isDeleted = true
  }

  clear(): void {
    this.#rows.clear()
    this.#deleted = []
  }

  /** @throws Error, and keeps all changes, if a nested transaction has written a changed row, or a value breaks a rule. */
  async flush(em: EntityManager): Promise<void> {
    for (const tracked of this) {
      const { entity, row, stored, isOutdated } = tracked
      assertValues(shapeOf(em, entity), row, stored)
      if (isOutdated && hasChanged(em, tracked))
        throw new Error(
          `A nested transaction changed the ${entity.name} ${row.id}. Read it again before you change it.`,
        )
    }
    const statements = [...this.#deletions(em), ...this.#insertions(em), ...this.#updates(em)]
    await defer(em, ...statements)
  }

  find(entity: Entity, id: string): TrackedRow | undefined {
    return this.#rows.get(entity)?.get(id)
  }

  *[Symbol.iterator](): Iterator<TrackedRow> {
    for (const rows of this.#rows.values()) yield* rows.values()
  }

  forget(tracked: TrackedRow): void {
    const { entity, row } = tracked
    const id = String(row.id)
    // A new row can have the id of a deleted one.
    if (this.find(entity, id) === tracked) this.#rows.get(entity)?.delete(id)
  }

  /** A nested transaction writes the row. Its copy of the outer transaction must be read again before a change. */
  expire(entity: Entity, id: string): void {
    const tracked = this.find(entity, id)
    if (tracked) tracked.isOutdated = true
    this.outer?.expire(entity, id)
  }

  hasUnwritten(em: EntityManager, entity: Entity, id: string): boolean {
    const tracked = this.find(entity, id)
    return (tracked && isUnwritten(em, tracked)) || (this.outer?.hasUnwritten(em, entity, id) ?? false)
  }

  #add(tracked: TrackedRow): void {
    const rows = this.#rows.get(tracked.entity) ?? new Map<string, TrackedRow>()
    this.#rows.set(tracked.entity, rows.set(String(tracked.row.id), tracked))
  }

  #findRow(row: Values): TrackedRow | undefined {
    const id = String(row.id)
    for (const rows of this.#rows.values()) {
      const tracked = rows.get(id)
      if (tracked?.row === row) return tracked
    }
    return undefined
  }

  #deletions(em: EntityManager): BoundStatement<object>[] {
    const deleted = Map.groupBy(this.#deleted, ({ entity }) => entity)
    for (const tracked of this.#deleted) this.forget(tracked)
    this.#deleted = []
    return Array.from(deleted, ([entity, rows]) => {
      const ids = rows.map(({ row }) => String(row.id))
      for (const id of ids) this.outer?.expire(entity, id)
      return shapeOf(em, entity).remove.with(ids)
    })
  }

  #insertions(em: EntityManager): BoundStatement<object>[] {
    const inserted = new Map<Entity, NewRow<object>[]>()
    for (const [entity, rows] of this.#rows) {
      const newRows: NewRow<object>[] = []
      for (const tracked of rows.values()) {
        if (tracked.stored) continue
        tracked.stored = { ...tracked.row }
        newRows.push(tracked.row as NewRow<object>)
      }
      if (newRows.length > 0) inserted.set(entity, newRows)
    }
    const entities = sortByReference(em, [...inserted.keys()])
    return entities.map((entity) => insertStatement(em, entity, inserted.get(entity)!))
  }

  #updates(em: EntityManager): BoundStatement<object>[] {
    return Array.from(this.#rows, ([entity, rows]) => {
      const changes: { id: string; json: string }[] = []
      for (const [id, tracked] of rows) {
        if (!hasChanged(em, tracked)) continue
        changes.push({ id, json: takeChanges(em, tracked) })
        this.outer?.expire(entity, id)
      }
      const [first, ...others] = changes
      if (!first) return []
      const { updateOne, updateAll } = shapeOf(em, entity)
      return others.length === 0
        ? updateOne.with(first.id, first.json)
        : updateAll.with(changes.map(({ json }) => json))
    }).flat()
  }
}

export function refreshRow(tracked: TrackedRow, values: Values): object {
  tracked.isOutdated = false
  tracked.stored = Object.assign(tracked.stored ?? {}, values)
  return Object.assign(tracked.row, values)
}

export const isUnwritten = (em: EntityManager, tracked: TrackedRow): boolean =>
  tracked.isDeleted || tracked.stored === null || hasChanged(em, tracked)

function sortByReference(em: EntityManager, entities: readonly Entity[]): Entity[] {
  const sorted = new Set<Entity>()
  const visit = (entity: Entity, path: readonly Entity[]): void => {
    for (const target of shapeOf(em, entity).references)
      if (entities.includes(target) && !path.includes(target)) visit(target, [...path, entity])
    sorted.add(entity)
  }
  for (const entity of entities) visit(entity, [])
  return [...sorted]
}

function hasChanged(em: EntityManager, { entity, row, stored }: TrackedRow): boolean {
  if (stored === null || hasSameValues(row, stored)) return false
  return shapeOf(em, entity).columns.some(({ name }) => !isEqual(row[name], stored[name]))
}

/** Returns the id and the changed columns as JSON. From now on they are the stored values. */
function takeChanges(em: EntityManager, tracked: TrackedRow): string {
  const { entity, row, stored } = tracked
  const changed: Values = { id: row.id }
  for (const { name, onUpdate } of shapeOf(em, entity).columns) {
    if (onUpdate) row[name] = onUpdate(row, em)
    if (!isEqual(row[name], stored?.[name])) changed[name] = row[name] ?? null
  }
  Object.assign(stored as Values, row)
  return JSON.stringify(changed)
}

function hasSameValues(row: Values, stored: Values): boolean {
  for (const name in row) if (row[name] !== stored[name]) return false
  return true
}

/** Compares times and JSON by value: a client may send a value that is already stored. */
function isEqual(value: unknown, stored: unknown): boolean {
  if (value === stored) return true
  if (value instanceof Date && stored instanceof Date) return value.getTime() === stored.getTime()
  return typeof value === 'object' && value !== null && isDeepStrictEqual(value, stored)
}
