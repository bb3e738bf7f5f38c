import type { EntityClass, EntityManager, PrimaryKeyProp, RequiredEntityData } from '@mikro-orm/postgresql'
import { trackerOf } from './entity-manager.ts'
import { assertValues, type NewRow, shapeOf } from './entity-shape.ts'
import { type Statement, statement } from './statement.ts'

export { insertStatement, type NewRow } from './entity-shape.ts'

/** A row of an entity: its columns and methods, without relations. */
export type Row<Entity> = {
  [Name in keyof Entity as IsRelation<NonNullable<Entity[Name]>> extends true
    ? never
    : Exclude<Name, symbol>]: Entity[Name]
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

export type InsertedRow<Entity> = Row<Entity> & Columns<Entity> & ('id' extends keyof Entity ? { id: string } : unknown)

export type JsonRow = { row: object }

/**
 * Tracks a row that a statement read as JSON. Its times become dates. Changes `json`. Returns the same object for a row that is
 * already tracked, with the new values, so `json` must be newer than the last flush.
 * @throws Error if the tracked row has unwritten changes.
 */
export function trackRow<Entity extends object, Json extends object>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  json: Json,
): Row<Entity> & Json {
  return trackerOf(em).track(em, entity, json) as Row<Entity> & Json
}

export type RowLock = 'update' | 'update skip locked' | 'no key update' | 'share' | 'key share'
type ColumnValue = string | boolean | null | readonly string[]
/** A list matches each of its texts. */
type ColumnValues<Entity> = {
  [Name in keyof Row<Entity>]?: (Row<Entity>[Name] & ColumnValue) | readonly (Row<Entity>[Name] & string)[]
}

/** Locks and tracks the row with these column values. Returns null if no row matches or the row is soft-deleted. */
export async function lockRow<Entity extends object>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  where: ColumnValues<Entity>,
  lock?: RowLock,
): Promise<Row<Entity> | null> {
  const [row = null] = await lockRows(em, entity, where, lock)
  return row
}

/** Locks the rows in the order of their keys. */
export async function lockRows<Entity extends object>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  where: ColumnValues<Entity>,
  lock: RowLock = 'update',
): Promise<Row<Entity>[]> {
  return selectRows(em, entity, { where, suffix: `for ${lock}` })
}

/** Reads and tracks the row with these column values without a lock. Returns null as `lockRow` does. */
export async function findRow<Entity extends object>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  where: ColumnValues<Entity>,
  options?: FindOptions,
): Promise<Row<Entity> | null> {
  const [row = null] = await findRows(em, entity, where, options)
  return row
}

/** Like `findRow`, for a row that exists. @throws Error if no row matches. */
export async function getRow<Entity extends object>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  where: ColumnValues<Entity>,
  options?: FindOptions,
): Promise<Row<Entity>> {
  const row = await findRow(em, entity, where, options)
  if (!row) throw new Error(`No ${entity.name} has ${JSON.stringify(where)}`)
  return row
}

/** Reads and tracks the rows in the order of their keys, without a lock. */
export const findRows = <Entity extends object>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  where: ColumnValues<Entity>,
  options?: FindOptions,
): Promise<Row<Entity>[]> => selectRows(em, entity, { where, suffix: '', ...options })

interface FindOptions {
  /** Whether to find soft-deleted rows too. */
  withDeleted?: boolean
}

async function selectRows<Entity extends object>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  { where, suffix, withDeleted = false }: { where: ColumnValues<Entity>; suffix: string } & FindOptions,
): Promise<Row<Entity>[]> {
  if (trackerOf(em).isDirty(em, entity)) await em.flush()
  const { table, keys, isSoftDeleted } = shapeOf(em, entity)
  const values: Exclude<ColumnValue, null>[] = []
  const conditions = Object.entries<unknown>(where).map(([name, value]) => {
    if (value === null) return `t."${name}" is null`
    if (value === undefined) return 'false'
    if (!isComparable(value))
      throw new TypeError(
        `A row of ${entity.name} cannot be found by ${name}: ${String(value)}. Use a text, a boolean, null or a list of texts, or em.find for other conditions.`,
      )
    values.push(value)
    return `t."${name}" = ${typeof value === 'object' ? `any($${values.length}::text[])` : `$${values.length}`}`
  })
  if (isSoftDeleted && !withDeleted) conditions.push('t.deleted_at is null')
  const condition = conditions.join(' and ') || 'true'
  const sql = `select to_json(t) as row from ${table} t where ${condition} order by ${keys.map((key) => `t."${key}"`).join(', ')} ${suffix}`
  const select = selectStatements.get(sql) ?? createSelect(em, entity, { where, sql })
  selectStatements.set(sql, select)
  const rows = await select(em, ...values)
  return rows.map(({ row }) => trackRow(em, entity, row))
}

const isComparable = (value: unknown): value is Exclude<ColumnValue, null> =>
  typeof value === 'string' || typeof value === 'boolean' || isTexts(value)

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

/** @throws TypeError for a name that is no column of the entity. */
function createSelect<Entity extends object>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  { where, sql }: { where: object; sql: string },
): Statement<JsonRow> {
  const columns = em.getMetadata(entity).props.filter(({ kind, persist }) => kind === 'scalar' && persist !== false)
  const unknown = Object.keys(where).find((name) => !columns.some((column) => column.name === name))
  if (unknown) throw new TypeError(`${entity.name} has no column ${unknown}`)
  return statement<JsonRow>(sql)
}

const selectStatements = new Map<string, Statement<JsonRow>>()

/** Tracks a new row with its defaults. The next flush inserts it. */
export function insertRow<Entity extends object>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  values: RequiredEntityData<Entity>,
): InsertedRow<Entity> {
  const row = draftRow(em, entity, values)
  trackerOf(em).insert(em, entity, row)
  return row
}

/** Returns a new row with its defaults and methods. No flush inserts it. */
export function draftRow<Entity extends object>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  values: RequiredEntityData<Entity>,
): InsertedRow<Entity> {
  const row = { __proto__: shapeOf(em, entity).methods, ...buildRow(em, entity, values) }
  return row as object as InsertedRow<Entity>
}

export const deleteRow = (em: EntityManager, row: object): void => trackerOf(em).delete(em, row)

/** Returns a new row with its defaults. Columns without a value are null. @throws Error for a value that breaks a rule. */
export function buildRow<Entity extends object>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  values: RequiredEntityData<Entity>,
): NewRow<Entity> {
  const row: Record<string, unknown> = { ...(values as object) }
  for (const { name, onCreate, default: initial } of shapeOf(em, entity).columns) {
    if (row[name] === undefined) row[name] = onCreate ? ((onCreate(row, em) as unknown) ?? null) : (initial ?? null)
  }
  assertValues(shapeOf(em, entity), row)
  return row as NewRow<Entity>
}
