import { isDeepStrictEqual } from 'node:util'
import type { EntityClass, EntityManager } from '@mikro-orm/postgresql'
import { insertStatement, type NewRow, shapeOf } from './entity-shape.ts'
import { type BoundStatement, defer } from './statement.ts'
import { StoredTime } from './stored-time.ts'

type Entity = EntityClass<object>
type Values = Record<string, unknown>

interface TrackedRow {
  entity: Entity
  row: Values
  /** The values in the database. Null until the row is inserted. */
  stored: Values | null
  isDeleted: boolean
}

/** The rows of one transaction. Each row is one object. */
export class RowTracker {
  readonly #rows = new Map<Entity, Map<string, TrackedRow>>()
  #deleted: TrackedRow[] = []

  /** Returns the tracked row with the id of `json`, with its values. @throws Error if the row has unwritten changes. */
  track(em: EntityManager, entity: Entity, json: object): object {
    const values = json as Values
    const known = this.#rows.get(entity)?.get(String(values.id))
    if (known && (known.row === values || known.stored === values)) return known.row
    const { times, methods } = shapeOf(em, entity)
    for (const name of times) {
      const time = values[name]
      if (typeof time === 'string') values[name] = new StoredTime(time)
    }
    if (known) return refresh(em, known, values)
    const row = { __proto__: methods, ...values }
    this.#add({ entity, row, stored: values, isDeleted: false })
    return row
  }

  insert(entity: Entity, row: object): void {
    this.#add({ entity, row: row as Values, stored: null, isDeleted: false })
  }

  delete(row: object): void {
    const tracked = this.#find(row as Values)
    if (!tracked) throw new Error('Lock the row with lockRow or lockRows before deleteRow')
    if (tracked.stored === null) this.#forget(tracked)
    else if (!tracked.isDeleted) this.#deleted.push(tracked)
    tracked.isDeleted = true
  }

  clear(): void {
    this.#rows.clear()
    this.#deleted = []
  }

  async flush(em: EntityManager): Promise<void> {
    const statements = [...this.#deletions(em), ...this.#insertions(em), ...this.#updates(em)]
    await defer(em, ...statements)
  }

  #add(tracked: TrackedRow): void {
    const rows = this.#rows.get(tracked.entity) ?? new Map<string, TrackedRow>()
    this.#rows.set(tracked.entity, rows.set(String(tracked.row.id), tracked))
  }

  #find(row: Values): TrackedRow | undefined {
    const id = String(row.id)
    for (const rows of this.#rows.values()) {
      const tracked = rows.get(id)
      if (tracked?.row === row) return tracked
    }
    return undefined
  }

  #forget({ entity, row }: TrackedRow): void {
    this.#rows.get(entity)?.delete(String(row.id))
  }

  #deletions(em: EntityManager): BoundStatement<object>[] {
    const deleted = Map.groupBy(this.#deleted, ({ entity }) => entity)
    for (const tracked of this.#deleted) this.#forget(tracked)
    this.#deleted = []
    return Array.from(deleted, ([entity, rows]) =>
      shapeOf(em, entity).remove.with(rows.map(({ row }) => String(row.id))),
    )
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
      for (const [id, tracked] of rows)
        if (hasChanged(em, tracked)) changes.push({ id, json: takeChanges(em, tracked) })
      const [first, ...others] = changes
      if (!first) return []
      const { updateOne, updateAll } = shapeOf(em, entity)
      return others.length === 0
        ? updateOne.with(first.id, first.json)
        : updateAll.with(changes.map(({ json }) => json))
    }).flat()
  }
}

function refresh(em: EntityManager, known: TrackedRow, values: Values): object {
  if (known.isDeleted || known.stored === null || hasChanged(em, known))
    throw new Error(
      `The ${known.entity.name} ${values.id} has unwritten changes. Call em.flush() before you read it again.`,
    )
  Object.assign(known.stored, values)
  return Object.assign(known.row, values)
}

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
