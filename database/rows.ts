import { isDeepStrictEqual } from 'node:util'
import type {
  EntityClass,
  EntityDictionary,
  EntityManager,
  EntityProperty,
  PrimaryKeyProp,
  RequiredEntityData,
} from '@mikro-orm/postgresql'
import type { RowEntityManager } from './entity-manager.ts'
import { type BoundStatement, defer, type Statement, statement } from './statement.ts'
import { StoredTime } from './stored-time.ts'

/*
 * Rows outside of the unit of work. A tracked row has the columns and the methods of its entity. The next flush of the
 * entity manager writes what changed. A change replaces the value of a column: a change inside a JSON value is not seen.
 */

/** A row of an entity: its columns and methods, without relations. */
export type Row<Entity> = {
  [Name in keyof Entity as Name extends string
    ? IsRelation<NonNullable<Entity[Name]>> extends true
      ? never
      : Name
    : never]: Entity[Name]
}
type IsRelation<Value> = Value extends { [Symbol.iterator](): Iterator<infer Item> }
  ? Value extends string | readonly unknown[]
    ? false
    : IsRelation<Item>
  : typeof PrimaryKeyProp extends keyof Value
    ? true
    : false

/** The columns of an entity as PostgreSQL returns them: null instead of undefined, and no methods. */
export type Columns<Entity> = {
  [Name in keyof Row<Entity> as Row<Entity>[Name] extends (...parameters: never[]) => unknown
    ? never
    : Name]-?: Exclude<Row<Entity>[Name], undefined>
}

/** A new row with its defaults. Its empty columns are null. */
export type InsertedRow<Entity> = Row<Entity> & Columns<Entity> & { id: string }

export type NewRow<Entity> = EntityDictionary<Entity> & { id: string }

/** A row as `to_json` writes it. */
export interface JsonRow {
  row: object
}

type Values = Record<string, unknown>

interface TrackedRow {
  entity: EntityClass<object>
  row: Values
  stored: Values
}

/** The changes of one unit of work to rows. */
export class RowTracker {
  readonly inserted = new Map<EntityClass<object>, Values[]>()
  readonly tracked = new Map<object, TrackedRow>()
  readonly deleted: TrackedRow[] = []

  clear(): void {
    this.inserted.clear()
    this.tracked.clear()
    this.deleted.length = 0
  }

  /** Defers the statements that write all changes: deletions, then insertions, then updates. */
  async flush(em: EntityManager): Promise<void> {
    if (this.tracked.size + this.inserted.size + this.deleted.length > 0) await defer(em, ...this.#statements(em))
  }

  #statements(em: EntityManager): BoundStatement<object>[] {
    const statements: BoundStatement<object>[] = []
    for (const [entity, rows] of Map.groupBy(this.deleted.splice(0), (one) => one.entity)) {
      statements.push(shapeOf(em, entity).remove.with(rows.map(({ row }) => row.id as string)))
    }
    for (const entity of sortByReference(em, [...this.inserted.keys()])) {
      const rows = this.inserted.get(entity) ?? []
      if (rows.length > 0) statements.push(insertStatement(em, entity, rows as NewRow<object>[]))
    }
    for (const [entity, changes] of collectChanges(em, [...this.tracked.values()])) {
      statements.push(updateStatement(shapeOf(em, entity), changes))
    }
    for (const [entity, rows] of this.inserted)
      for (const row of rows) this.tracked.set(row, { entity, row, stored: { ...row } })
    this.inserted.clear()
    return statements
  }
}

const trackerOf = (em: EntityManager): RowTracker => (em.getContext() as RowEntityManager).rows

/** Tracks a row that a statement read as JSON. Its times become dates. Changes `json`. */
export function trackRow<Entity extends object, Json extends object>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  json: Json,
): Row<Entity> & Json {
  const stored = json as Values
  const { times, methods } = shapeOf(em, entity)
  for (const name of times) {
    const time = stored[name]
    if (typeof time === 'string') stored[name] = new StoredTime(time)
  }
  const row = { __proto__: methods, ...stored }
  trackerOf(em).tracked.set(row, { entity, row, stored })
  return row as object as Row<Entity> & Json
}

/** Tracks an object that has the columns of a row, for an entity that has its own class outside of MikroORM. */
export function trackObject(em: EntityManager, entity: EntityClass<object>, row: object): void {
  trackerOf(em).tracked.set(row, { entity, row: row as Values, stored: { ...row } })
}

export type RowLock = 'update' | 'update skip locked' | 'no key update' | 'share' | 'key share'
type ColumnValues<Entity> = { [Name in keyof Row<Entity>]?: Row<Entity>[Name] & string }

/**
 * Locks the row whose columns have these values until the end of the transaction, and tracks it. Returns null if no row
 * matches. A soft-deleted row does not match.
 */
export async function lockRow<Entity extends object>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  where: ColumnValues<Entity> & Record<string, string>,
  lock: RowLock = 'update',
): Promise<Row<Entity> | null> {
  const [row] = await lockRows(em, entity, where, lock)
  return row ?? null
}

/** Locks and tracks all rows whose columns have these values, in the order of their ids. */
export async function lockRows<Entity extends object>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  where: ColumnValues<Entity> & Record<string, string>,
  lock: RowLock = 'update',
): Promise<Row<Entity>[]> {
  const rows = await lockStatement(em, entity, Object.keys(where), lock)(em, ...Object.values<string>({ ...where }))
  return rows.map(({ row }) => trackRow(em, entity, row))
}

function lockStatement<Entity extends object>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  columns: readonly string[],
  lock: RowLock,
): Statement<JsonRow> {
  const { table, locks, isSoftDeleted } = shapeOf(em, entity)
  const key = [lock, ...columns].join()
  const known = locks.get(key)
  if (known) return known
  const conditions = columns.map((name, i) => `t."${name}" = $${i + 1}`)
  if (isSoftDeleted) conditions.push('t.deleted_at is null')
  const condition = conditions.join(' and ') || 'true'
  const select = statement<JsonRow>(
    `select to_json(t) as row from ${table} t where ${condition} order by t.id for ${lock}`,
  )
  locks.set(key, select)
  return select
}

/** Tracks a new row with its defaults. The next flush inserts it. */
export function insertRow<Entity extends object>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  values: RequiredEntityData<Entity>,
): InsertedRow<Entity> {
  const row = { __proto__: shapeOf(em, entity).methods, ...buildRow(em, entity, values) }
  const { inserted } = trackerOf(em)
  const rows = inserted.get(entity)
  if (rows) rows.push(row)
  else inserted.set(entity, [row])
  return row as object as InsertedRow<Entity>
}

/** Deletes a tracked row at the next flush. */
export function deleteRow(em: EntityManager, row: object): void {
  const { tracked, deleted, inserted } = trackerOf(em)
  const known = tracked.get(row)
  if (known) deleted.push(known)
  tracked.delete(row)
  for (const [entity, rows] of inserted) {
    const others = rows.filter((one) => one !== row)
    inserted.set(entity, others)
  }
}

/** A new row with its id, its times and its other defaults. Columns without a value are null. */
export function buildRow<Entity extends object>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  values: RequiredEntityData<Entity>,
): NewRow<Entity> {
  const row: Values = { ...(values as object) }
  for (const { name, onCreate } of shapeOf(em, entity).columns) {
    if (row[name] === undefined) row[name] = onCreate ? ((onCreate(row, em) as unknown) ?? null) : null
  }
  return row as NewRow<Entity>
}

/** Inserts rows of `buildRow`. Returns the columns that PostgreSQL fills in. */
export function insertStatement<Entity extends object>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  rows: readonly NewRow<Entity>[],
): BoundStatement<Partial<NewRow<Entity>>> {
  const { columns, insert } = shapeOf(em, entity)
  const stored = (rows as readonly Values[]).map((row) =>
    Object.fromEntries(columns.flatMap(({ name }) => (row[name] == null ? [] : [[name, row[name]]]))),
  )
  return insert.with(JSON.stringify(stored)) as BoundStatement<Partial<NewRow<Entity>>>
}

function updateStatement({ updateOne, updateAll }: Shape, changes: readonly Values[]): BoundStatement<object> {
  const [first, ...others] = changes
  if (others.length === 0) return updateOne.with(first?.id as string, JSON.stringify(first))
  return updateAll.with(changes.map((row) => JSON.stringify(row)))
}

/** The entities in the order in which their new rows can be inserted: first those that others refer to. */
function sortByReference(em: EntityManager, entities: readonly EntityClass<object>[]): Set<EntityClass<object>> {
  const ordered = new Set<EntityClass<object>>()
  const visit = (entity: EntityClass<object>, path: readonly unknown[]): void => {
    for (const target of shapeOf(em, entity).references)
      if (entities.includes(target) && !path.includes(target)) visit(target, [...path, entity])
    ordered.add(entity)
  }
  for (const entity of entities) visit(entity, [])
  return ordered
}

/** The changed columns of each changed row. Two tracked copies of one row become one change. */
function collectChanges(em: EntityManager, tracked: readonly TrackedRow[]): Map<EntityClass<object>, Values[]> {
  const changes = new Map<EntityClass<object>, Map<unknown, Values>>()
  for (const { entity, row, stored } of tracked) {
    const { columns } = shapeOf(em, entity)
    if (columns.every(({ name }) => isEqual(row[name], stored[name]))) continue
    const changed: Values = {}
    for (const { name, onUpdate } of columns) {
      if (onUpdate) row[name] = onUpdate(row, em)
      if (!isEqual(row[name], stored[name])) changed[name] = row[name] ?? null
    }
    Object.assign(stored, row)
    const rows = changes.get(entity) ?? new Map<unknown, Values>()
    changes.set(entity, rows.set(row.id, { ...rows.get(row.id), id: row.id, ...changed }))
  }
  return new Map([...changes].map(([entity, rows]) => [entity, [...rows.values()]]))
}

/** Compares times and JSON by value: a client may send a value that is already stored. */
function isEqual(value: unknown, stored: unknown): boolean {
  if (value === stored) return true
  if (value instanceof Date && stored instanceof Date) return value.getTime() === stored.getTime()
  return typeof value === 'object' && value !== null && isDeepStrictEqual(value, stored)
}

/** The description of an entity that reading and writing its rows needs. */
interface Shape {
  table: string
  /** Only the methods of the entity: its prototype also has accessors for the unit of work, which are slow. */
  methods: object
  columns: (EntityProperty & { name: string })[]
  times: string[]
  references: EntityClass<object>[]
  isSoftDeleted: boolean
  locks: Map<string, Statement<JsonRow>>
  insert: Statement<object>
  updateOne: Statement<object>
  updateAll: Statement<object>
  remove: Statement<object>
}

const shapes = new Map<unknown, Shape>()

function shapeOf(em: EntityManager, entity: EntityClass<object>): Shape {
  const known = shapes.get(entity)
  if (known) return known
  const { tableName, props, filters } = em.getMetadata(entity)
  const columns = props.filter((prop) => prop.kind === 'scalar' && prop.persist !== false && !prop.defaultRaw)
  const fields = columns.map((column) => `"${column.fieldNames[0]}"`)
  const names = fields.join(', ')
  const changeable = fields.filter((name) => name !== '"id"').join(', ')
  const table = `"${tableName}"`
  const generated = props.filter((prop) => prop.defaultRaw).map((prop) => `"${prop.fieldNames[0]}"`)
  const returning = generated.length > 0 ? `returning ${generated.join(', ')}` : ''
  const update = (changes: string) =>
    `update ${table} t set (${changeable}) = (select ${changeable} from json_populate_record(t, ${changes}))`
  const shape = {
    table,
    methods: methodsOf(entity.prototype),
    columns,
    times: columns.filter(({ runtimeType }) => runtimeType === 'Date').map(({ name }) => name),
    references: props.flatMap(({ kind, targetMeta }) => (kind === 'm:1' && targetMeta ? [targetMeta.class] : [])),
    isSoftDeleted: 'alive' in filters,
    locks: new Map(),
    insert: statement<object>(
      `insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, $1) ${returning}`,
    ),
    updateOne: statement<object>(`${update('$2')} where t.id = $1`),
    // The limit makes PostgreSQL expect one row and use the primary key. For more rows it would scan a small table.
    updateAll: statement<object>(
      `${update('changed.given')}
      from (select unnest($1::json[]) as given limit (select cardinality($1::json[]))) changed
      where t.id = changed.given->>'id'`,
    ),
    remove: statement<object>(`delete from ${table} where id = any($1::text[])`),
  }
  shapes.set(entity, shape)
  return shape
}

function methodsOf(prototype: object): object {
  if (prototype === Object.prototype) return {}
  const methods = methodsOf(Object.getPrototypeOf(prototype))
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(prototype)))
    if (typeof property.value === 'function') Object.defineProperty(methods, name, property)
  return methods
}
