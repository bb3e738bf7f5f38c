import type {
  EntityClass,
  EntityDictionary,
  EntityManager,
  EntityProperty,
  RequiredEntityData,
} from '@mikro-orm/postgresql'
import { type BoundStatement, defer, type Statement, statement } from './statement.ts'
import { StoredTime } from './stored-time.ts'

/*
 * Rows without the unit of work, for what happens most often: it takes a fraction of the CPU, and few statements, which
 * travel together. What is read by hand is held; what is changed of it, added and dropped is written with the next flush
 * of its entity manager. What is new in a row (`onCreate`, `onUpdate`) is said by the entity, as ever. Values are replaced,
 * never changed in place: a change is a value that is not the one that was read.
 */

type Row = Record<string, unknown>
export type NewRow<Entity> = EntityDictionary<Entity> & { id: string }

/** A row as `to_json` writes it. */
export interface JsonRow {
  row: object
}

interface TrackedRow {
  entity: EntityClass<object>
  row: Row
  before: Row
}

/** What one unit of work has yet to write. */
class PendingWrites {
  readonly added = new Map<EntityClass<object>, Row[]>()
  readonly held = new Map<object, TrackedRow>()
  readonly dropped: TrackedRow[] = []
}

/* Kept by the unit of work itself: what a map of long life points to is taken for long-lived by the garbage collector. */
const PENDING_WRITES = Symbol('ledger')
type UnitOfWorkWithWrites = { [PENDING_WRITES]?: PendingWrites | undefined }

function pendingWritesOf(em: EntityManager): PendingWrites {
  const work = em.getUnitOfWork() as UnitOfWorkWithWrites
  work[PENDING_WRITES] ??= new PendingWrites()
  return work[PENDING_WRITES]
}

/**
 * A row that was read by hand, as PostgreSQL writes it as JSON, as an object of its entity. What is changed of it is
 * written with the next flush; the JSON is kept to compare it with, and its times become dates.
 */
export function trackRow<Entity extends object>(em: EntityManager, entity: EntityClass<Entity>, json: object): Entity {
  const before = json as Row
  const { times, methods } = shapeOf(em, entity)
  for (const name of times) {
    const time = before[name]
    if (typeof time === 'string') before[name] = new StoredTime(time)
  }
  const row = { __proto__: methods, ...before } as Row
  pendingWritesOf(em).held.set(row, { entity, row, before })
  return row as Entity
}

/** A new row with all its columns, written with the next flush, and held from then on. */
export function insertRow<Entity extends object>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  given: RequiredEntityData<Entity>,
): Entity {
  const { added } = pendingWritesOf(em)
  const row: Row & NewRow<Entity> = { __proto__: shapeOf(em, entity).methods, ...buildRow(em, entity, given) }
  added.set(entity, [...(added.get(entity) ?? []), row])
  return row
}

/** Deletes a row that is held with the next flush. */
export function deleteRow(em: EntityManager, row: object): void {
  const ledger = pendingWritesOf(em)
  const held = ledger.held.get(row)
  if (held) ledger.dropped.push(held)
  ledger.held.delete(row)
  for (const rows of ledger.added.values()) if (rows.includes(row as Row)) rows.splice(rows.indexOf(row as Row), 1)
}

/** What writes the rows that were added, changed and dropped since the last time. */
function pendingStatements(em: EntityManager): BoundStatement<object>[] {
  const ledger = pendingWritesOf(em)
  const { added, held, dropped } = ledger
  const writes: BoundStatement<object>[] = []
  for (const [entity, rows] of Map.groupBy(dropped.splice(0), (one) => one.entity)) {
    writes.push(shapeOf(em, entity).remove.with(rows.map(({ row }) => row.id as string)))
  }
  for (const entity of sortByReference(em, [...added.keys()])) {
    const rows = added.get(entity) ?? []
    if (rows.length > 0) writes.push(insertStatement(em, entity, rows as NewRow<object>[]))
  }
  for (const [entity, changes] of collectChanges(em, [...held.values()])) {
    writes.push(updateStatement(shapeOf(em, entity), changes))
  }
  for (const [entity, rows] of added) for (const row of rows) held.set(row, { entity, row, before: { ...row } })
  added.clear()
  return writes
}

function updateStatement({ updateOne, updateAll }: Shape, changes: readonly Row[]): BoundStatement<never> {
  const [first, ...others] = changes
  if (others.length === 0) return updateOne.with(first?.id as string, JSON.stringify(first))
  return updateAll.with(changes.map((row) => JSON.stringify(row)))
}

/** Nothing of what was added, changed and dropped is written. */
export function discardRows(em: EntityManager): void {
  const work = em.getUnitOfWork() as UnitOfWorkWithWrites
  work[PENDING_WRITES] = undefined
}

/** Writes them before the entity manager flushes; from then on they are as they are stored, with new times of change. */
export async function writeRows(em: EntityManager): Promise<void> {
  await defer(em, ...pendingStatements(em))
}

/** The entities in an order in which those come first that rows of others refer to. */
function sortByReference(em: EntityManager, entities: readonly EntityClass<object>[]): Set<EntityClass<object>> {
  const ordered = new Set<EntityClass<object>>()
  const visit = (entity: EntityClass<object>, on: readonly unknown[]): void => {
    for (const referred of shapeOf(em, entity).refersTo)
      if (entities.includes(referred) && !on.includes(referred)) visit(referred, [...on, entity])
    ordered.add(entity)
  }
  for (const entity of entities) visit(entity, [])
  return ordered
}

/**
 * By entity: of each row that is changed its id and its new values, which count as read from now on. What was read twice
 * is one row, with what was changed of either.
 */
function collectChanges(em: EntityManager, held: readonly TrackedRow[]): Map<EntityClass<object>, Row[]> {
  const changes = new Map<EntityClass<object>, Map<unknown, Row>>()
  for (const { entity, row, before } of held) {
    const { columns, isChanged } = shapeOf(em, entity)
    if (!isChanged(row, before)) continue
    const changed: Row = {}
    for (const { name, onUpdate } of columns) {
      if (onUpdate) row[name] = onUpdate(row, em)
      if (row[name] !== before[name]) changed[name] = row[name] ?? null
    }
    Object.assign(before, row)
    const rows = changes.get(entity) ?? new Map<unknown, Row>()
    changes.set(entity, rows.set(row.id, { ...rows.get(row.id), id: row.id, ...changed }))
  }
  return new Map([...changes].map(([entity, rows]) => [entity, [...rows.values()]]))
}

/** A row as `insertion` writes it: with its id, its times, and whatever else the entity gives to a new row; else null. */
export function buildRow<Entity extends object>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  given: RequiredEntityData<Entity>,
): NewRow<Entity> {
  const row: Row = { ...(given as object) }
  shapeOf(em, entity).complete(row, em)
  return row as NewRow<Entity>
}

/** Writes rows of `newRow` in one prepared statement, which answers what PostgreSQL gives them by a default there. */
export function insertStatement<Entity extends object>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  rows: readonly NewRow<Entity>[],
): BoundStatement<Partial<NewRow<Entity>>> {
  const { storedOf, insert } = shapeOf(em, entity)
  return insert.with(JSON.stringify(rows.map((row) => storedOf(row as Row)))) as BoundStatement<never>
}

interface Shape {
  /** What rows can do. The prototype of the entity would make each column a pair of functions, for the unit of work. */
  methods: object
  columns: EntityProperty[]
  isChanged: (row: Row, before: Row) => boolean
  /** Gives a new row what was not given: what the entity says, else null. */
  complete: (row: Row, em: EntityManager) => void
  /** The columns of a row that are not null. */
  storedOf: (row: Row) => Row
  /** The names of those that are times. */
  times: string[]
  /** The entities whose rows are named by foreign keys. */
  refersTo: EntityClass<object>[]
  insert: Statement<never>
  updateOne: Statement<never>
  updateAll: Statement<never>
  remove: Statement<never>
}

const shapes = new Map<unknown, Shape>()

function shapeOf(em: EntityManager, entity: EntityClass<object>): Shape {
  const known = shapes.get(entity)
  if (known) return known
  const { tableName, props } = em.getMetadata(entity)
  const columns = props.filter((prop) => prop.kind === 'scalar' && prop.persist !== false && !prop.defaultRaw)
  const fields = columns.map((column) => `"${column.fieldNames[0]}"`)
  const names = fields.join(', ')
  const changeable = fields.filter((name) => name !== '"id"').join(', ')
  const table = `"${tableName}"`
  const given = props.filter((prop) => prop.defaultRaw).map((prop) => `"${prop.fieldNames[0]}"`)
  const returning = given.length > 0 ? `returning ${given.join(', ')}` : ''
  const updated = (changes: string) =>
    `update ${table} t set (${changeable}) = (select ${changeable} from json_populate_record(t, ${changes}))`
  const shape = {
    methods: methodsOf(entity.prototype),
    columns,
    ...generateAccessors(columns),
    times: columns.filter(({ runtimeType }) => runtimeType === 'Date').map(({ name }) => name),
    refersTo: props.flatMap(({ kind, targetMeta }) => (kind === 'm:1' && targetMeta ? [targetMeta.class] : [])),
    insert: statement<never>(
      `insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, $1) ${returning}`,
    ),
    updateOne: statement<never>(`${updated('$2')} where t.id = $1`),
    // Planned for ten rows; as a set of unknown size they would be looked for by reading the whole table.
    updateAll: statement<never>(
      `${updated('changed.given')}
      from (select unnest((select $1::json[])) as given) changed where t.id = changed.given->>'id'`,
    ),
    remove: statement<never>(`delete from ${table} where id = any($1::text[])`),
  }
  shapes.set(entity, shape)
  return shape
}

/** Name by name, as one would write them by hand for each entity: names in variables are looked up in each row. */
function generateAccessors(columns: readonly EntityProperty[]): Pick<Shape, 'isChanged' | 'complete' | 'storedOf'> {
  const each = (line: (name: string, i: number) => string, between = '\n') =>
    columns.map(({ name }, i) => line(`[${JSON.stringify(name)}]`, i)).join(between)
  const made = (i: number) => (columns[i]?.onCreate ? `columns[${i}].onCreate(row, em) ?? null` : 'null')
  return new Function(
    'columns',
    `return {
      isChanged(row, before) { return ${each((name) => `row${name} !== before${name}`, ' || ')} },
      complete(row, em) { ${each((name, i) => `if (row${name} === undefined) row${name} = ${made(i)}`)} },
      storedOf(row) {
        const stored = {}
        ${each((name) => `if (row${name} != null) stored${name} = row${name}`)}
        return stored
      },
    }`,
  )(columns)
}

function methodsOf(prototype: object): object {
  if (prototype === Object.prototype) return {}
  const methods = methodsOf(Object.getPrototypeOf(prototype))
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(prototype)))
    if (typeof property.value === 'function') Object.defineProperty(methods, name, property)
  return methods
}
