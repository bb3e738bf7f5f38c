import { isDeepStrictEqual } from 'node:util'
import type { EntityClass, EntityManager } from '@mikro-orm/postgresql'
import { assertValues, insertStatement, keyOf, type NewRow, shapeOf } from './entity-shape.ts'
import { isChangedEntity, maybeManagedEntity, refreshEntity } from './managed-entity.ts'
import { type BoundStatement, defer } from './statement.ts'
import { StoredTime } from './stored-time.ts'

type Entity = EntityClass<object>
type Values = Record<string, unknown>

export interface TrackedRow {
  entity: Entity
  key: string
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

  /** Returns the tracked row with the key of `json`, with its values. @throws Error if the row has unwritten changes. */
  track(em: EntityManager, entity: Entity, json: object): object {
    const values = json as Values
    const shape = shapeOf(em, entity)
    const key = keyOf(shape, values)
    const known = this.find(entity, key)
    if (known && (known.row === values || known.stored === values)) return known.row
    for (const name of shape.times) {
      const time = values[name]
      if (typeof time === 'string') values[name] = new StoredTime(time)
    }
    const managed = maybeManagedEntity(em, entity, key)
    if (this.hasUnwritten(em, entity, key) || (managed && isChangedEntity(em, managed)))
      throw new Error(`The ${entity.name} ${key} has unwritten changes. Call em.flush() before you read it again.`)
    if (managed) refreshEntity(em, managed, values)
    if (known) return refreshRow(known, values)
    const row = { __proto__: shape.methods, ...values }
    this.#add({ entity, key, row, stored: values, isDeleted: false, isOutdated: false })
    return row
  }

  /** @throws Error if the row has no key, or the key of a tracked row. */
  insert(em: EntityManager, entity: Entity, row: object): void {
    const shape = shapeOf(em, entity)
    for (const name of shape.keys)
      if (typeof Reflect.get(row, name) !== 'string')
        throw new Error(`A new ${entity.name} needs a text as its ${name}`)
    const key = keyOf(shape, row)
    const known = this.find(entity, key)
    if (known && !known.isDeleted) throw new Error(`The ${entity.name} ${key} exists already`)
    this.#add({ entity, key, row: row as Values, stored: null, isDeleted: false, isOutdated: false })
  }

  delete(em: EntityManager, row: object): void {
    const tracked = this.#findRow(em, row)
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
      const { entity, key, row, stored, isOutdated } = tracked
      assertValues(shapeOf(em, entity), row, stored)
      if (isOutdated && hasChanged(em, tracked))
        throw new Error(`A nested transaction changed the ${entity.name} ${key}. Read it again before you change it.`)
    }
    const statements = [...this.#deletions(em), ...this.#insertions(em), ...this.#updates(em)]
    await defer(em, ...statements)
  }

  find(entity: Entity, key: string): TrackedRow | undefined {
    return this.#rows.get(entity)?.get(key)
  }

  *[Symbol.iterator](): Iterator<TrackedRow> {
    for (const rows of this.#rows.values()) yield* rows.values()
  }

  forget(tracked: TrackedRow): void {
    const { entity, key } = tracked
    // A new row can have the key of a deleted one.
    if (this.find(entity, key) === tracked) this.#rows.get(entity)?.delete(key)
  }

  /** A nested transaction writes the row. Its copy of the outer transaction must be read again before a change. */
  expire(entity: Entity, key: string): void {
    const tracked = this.find(entity, key)
    if (tracked) tracked.isOutdated = true
    this.outer?.expire(entity, key)
  }

  hasUnwritten(em: EntityManager, entity: Entity, key: string): boolean {
    const tracked = this.find(entity, key)
    return (tracked && isUnwritten(em, tracked)) || (this.outer?.hasUnwritten(em, entity, key) ?? false)
  }

  /** Whether a flush would change rows of the entity. */
  isDirty(em: EntityManager, entity: Entity): boolean {
    const known = this.#rows.get(entity)?.values() ?? []
    // A new row with the key of a deleted one takes its place among the known rows.
    return [...this.#deleted.filter((tracked) => tracked.entity === entity), ...known].some((tracked) =>
      isUnwritten(em, tracked),
    )
  }

  #add(tracked: TrackedRow): void {
    const rows = this.#rows.get(tracked.entity) ?? new Map<string, TrackedRow>()
    this.#rows.set(tracked.entity, rows.set(tracked.key, tracked))
  }

  #findRow(em: EntityManager, row: object): TrackedRow | undefined {
    for (const [entity, rows] of this.#rows) {
      const tracked = rows.get(keyOf(shapeOf(em, entity), row))
      if (tracked?.row === row) return tracked
    }
    return undefined
  }

  #deletions(em: EntityManager): BoundStatement<object>[] {
    const deleted = Map.groupBy(this.#deleted, ({ entity }) => entity)
    for (const tracked of this.#deleted) this.forget(tracked)
    this.#deleted = []
    return Array.from(deleted, ([entity, rows]) => {
      const { keys, remove } = shapeOf(em, entity)
      for (const { key } of rows) this.outer?.expire(entity, key)
      return remove.with(rows.map(({ row }) => JSON.stringify(row, [...keys])))
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
      const changes: Change[] = []
      for (const [key, tracked] of rows) {
        if (!hasChanged(em, tracked)) continue
        changes.push(takeChanges(em, tracked))
        this.outer?.expire(entity, key)
      }
      const [first, ...others] = changes
      if (!first) return []
      const { updateOne, updateAll } = shapeOf(em, entity)
      if (others.length === 0) return updateOne.with(first.values, first.columns)
      return updateAll.with(
        changes.map(({ values }) => values),
        changes.map(({ columns }) => columns),
      )
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

interface Change {
  /** The key and the changed columns, as JSON. */
  values: string
  /** The sum of the bits of the changed columns that have one. */
  columns: string
}

/** Returns the changed columns. From now on they are the stored values. */
function takeChanges(em: EntityManager, tracked: TrackedRow): Change {
  const { entity, row, stored } = tracked
  const { keys, columns, bits } = shapeOf(em, entity)
  const changed: Values = {}
  let sum = 0n
  for (const name of keys) changed[name] = row[name]
  for (const { name, onUpdate } of columns) {
    if (onUpdate) row[name] = onUpdate(row, em)
    if (isEqual(row[name], stored?.[name])) continue
    changed[name] = row[name] ?? null
    sum += bits.get(name) ?? 0n
  }
  Object.assign(stored as Values, row)
  return { values: JSON.stringify(changed), columns: String(sum) }
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
