import type {
  EntityClass,
  EntityDictionary,
  EntityManager,
  EntityProperty,
  RequiredEntityData,
} from '@mikro-orm/postgresql'
import { type Bound, type Statement, statement } from './statement.ts'

/*
 * New rows without the unit of work, for what happens most often: it takes a fraction of the CPU, and one statement of
 * `together()` for all rows of an entity. What is new in a row (`onCreate`) is said by the entity, as ever.
 */

export type NewRow<Row> = EntityDictionary<Row> & { id: string }

/** A row as `insertion` writes it: with its id, its times, and whatever else the entity gives to a new row. */
export function newRow<Row extends object>(
  em: EntityManager,
  entity: EntityClass<Row>,
  given: RequiredEntityData<Row>,
): NewRow<Row> {
  const row: Record<string, unknown> = { ...(given as object) }
  for (const { name, onCreate } of shapeOf(em, entity).columns) {
    if (onCreate && row[name] === undefined) row[name] = onCreate(row as Row, em)
  }
  return row as NewRow<Row>
}

/** Writes rows of `newRow` in one prepared statement. Columns that a row does not have are null; PostgreSQL gives those that
 * have a default there. */
export function insertion<Row extends object>(
  em: EntityManager,
  entity: EntityClass<Row>,
  rows: readonly NewRow<Row>[],
): Bound<never> {
  return shapeOf(em, entity).insert.with(JSON.stringify(rows))
}

interface Shape {
  columns: EntityProperty[]
  insert: Statement<never>
}

const shapes = new Map<unknown, Shape>()

function shapeOf(em: EntityManager, entity: EntityClass<object>): Shape {
  const known = shapes.get(entity)
  if (known) return known
  const { tableName, props } = em.getMetadata(entity)
  const columns = props.filter((prop) => prop.kind === 'scalar' && prop.persist !== false && !prop.defaultRaw)
  const names = columns.map((column) => column.fieldNames[0]).join(', ')
  const insert = statement<never>(
    `insert into "${tableName}" (${names}) select ${names} from json_populate_recordset(null::"${tableName}", $1)`,
  )
  const shape = { columns, insert }
  shapes.set(entity, shape)
  return shape
}
