import { isDeepStrictEqual } from 'node:util'
import type { EntityClass, EntityManager } from '@mikro-orm/postgresql'
import { insertStatement, type NewRow, shapeOf } from './entity-shape.ts'
import { type BoundStatement, defer } from './statement.ts'

type Entity = EntityClass<object>
type Values = Record<string, unknown>

interface TrackedRow {
  entity: Entity
  row: Values
  stored: Values
}

export class RowTracker {
  readonly #tracked = new Map<object, TrackedRow>()
  readonly #inserted = new Map<object, Entity>()
  #deleted: TrackedRow[] = []

  track(entity: Entity, row: object, stored: object): void {
    this.#tracked.set(row, { entity, row: row as Values, stored: stored as Values })
  }

  insert(entity: Entity, row: object): void {
    this.#inserted.set(row, entity)
  }

  delete(row: object): void {
    const known = this.#tracked.get(row)
    if (known) this.#deleted.push(known)
    else if (!this.#inserted.delete(row)) throw new Error('Lock the row with lockRow or lockRows before deleteRow')
    this.#tracked.delete(row)
  }

  clear(): void {
    this.#tracked.clear()
    this.#inserted.clear()
    this.#deleted = []
  }

  async flush(em: EntityManager): Promise<void> {
    const statements = [...this.#deletions(em), ...this.#insertions(em), ...this.#updates(em)]
    for (const [row, entity] of this.#inserted) this.track(entity, row, { ...row })
    this.#inserted.clear()
    this.#deleted = []
    await defer(em, ...statements)
  }

  #deletions(em: EntityManager): BoundStatement<object>[] {
    const deleted = Map.groupBy(this.#deleted, ({ entity }) => entity)
    return Array.from(deleted, ([entity, rows]) =>
      shapeOf(em, entity).remove.with(rows.map(({ row }) => String(row.id))),
    )
  }

  #insertions(em: EntityManager): BoundStatement<object>[] {
    const inserted = Map.groupBy(this.#inserted.keys(), (row) => this.#inserted.get(row)!)
    const entities = sortByReference(em, [...inserted.keys()])
    return entities.map((entity) => insertStatement(em, entity, inserted.get(entity) as NewRow<object>[]))
  }

  #updates(em: EntityManager): BoundStatement<object>[] {
    return Array.from(collectChanges(em, this.#tracked.values()), ([entity, changesById]) => {
      const { updateOne, updateAll } = shapeOf(em, entity)
      const [first = '', ...others] = Array.from(changesById.values(), (changes) => JSON.stringify(changes))
      const [id = ''] = changesById.keys()
      return others.length === 0 ? updateOne.with(id, first) : updateAll.with([first, ...others])
    })
  }
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

/** Returns the changed columns by entity and id. Two tracked copies of one row become one change. */
function collectChanges(em: EntityManager, tracked: Iterable<TrackedRow>): Map<Entity, Map<string, Values>> {
  const changes = new Map<Entity, Map<string, Values>>()
  for (const { entity, row, stored } of tracked) {
    if (hasSameValues(row, stored)) continue
    const { columns } = shapeOf(em, entity)
    if (columns.every(({ name }) => isEqual(row[name], stored[name]))) continue
    const id = String(row.id)
    const changed: Values = { id }
    for (const { name, onUpdate } of columns) {
      if (onUpdate) row[name] = onUpdate(row, em)
      if (!isEqual(row[name], stored[name])) changed[name] = row[name] ?? null
    }
    Object.assign(stored, row)
    const changesById = changes.get(entity) ?? new Map<string, Values>()
    changes.set(entity, changesById.set(id, { ...changesById.get(id), ...changed }))
  }
  return changes
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
