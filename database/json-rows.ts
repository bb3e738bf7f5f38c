import { type EntityClass, EntitySchema, types } from '@mikro-orm/postgresql'
import { createTimeParser } from './stored-time.ts'

export const jsonListSql = (rows: string) => `coalesce((select json_agg(listed) from (${rows}) listed), '[]')`

/* All columns of one table. PostgreSQL begins such a subquery faster than one that lists the same columns. */
export const wholeRowSql = (table: string, where: string) => `(select to_json(t) from ${table} t where ${where})`
export const wholeRowsSql = (table: string, where: string) =>
  `coalesce((select json_agg(t) from ${table} t where ${where}), '[]')`

/** JSON columns of clients. Texts in them are not times, even if a key ends in `_at`. */
const OPAQUE = new Set(['metadata', 'context', 'data'])

/** The entity of a row and, by key, of its nested rows. A key without a shape has a row without fields of plugins. */
export interface JsonShape {
  entity?: EntityClass<object>
  nested?: Readonly<Record<string, JsonShape>>
}

/**
 * Parses the times in a row that PostgreSQL returned as JSON, and in its nested rows. A column of an entity in `shape` is a time
 * if the entity declares one. Any other column is a time if its name ends in `_at`. Changes `json`.
 */
export function fromJson<Row>(json: unknown, shape: JsonShape = NO_SHAPE): Row {
  revive(json, shape, createTimeParser())
  return json as Row
}

const NO_SHAPE: JsonShape = {}

function revive(value: unknown, shape: JsonShape, timeOf: (text: string) => Date): void {
  if (Array.isArray(value)) {
    for (const element of value) revive(element, shape, timeOf)
  } else if (typeof value === 'object' && value !== null) {
    const row = value as Record<string, unknown>
    const unusual = shape.entity && unusualColumnsOf(shape.entity)
    for (const key in row) {
      const column = row[key]
      if (typeof column === 'object') {
        if (!OPAQUE.has(key) && !unusual?.has(key)) revive(column, shape.nested?.[key] ?? NO_SHAPE, timeOf)
      } else if (typeof column === 'string' && (unusual?.get(key) ?? key.endsWith('_at'))) row[key] = timeOf(column)
    }
  }
}

type UnusualColumns = ReadonlyMap<string, boolean> | undefined

const unusualColumns = new Map<EntityClass<object>, UnusualColumns>()

/** Returns the columns whose names do not show whether they are times, and the other ones with JSON, or undefined. */
function unusualColumnsOf(entity: EntityClass<object>): UnusualColumns {
  if (unusualColumns.has(entity)) return unusualColumns.get(entity)
  const properties = Object.entries(EntitySchema.REGISTRY.get(entity)?.meta.properties ?? {})
  const found = properties.flatMap(([name, { type }]) => {
    const isTime = isDatetime(type)
    const isUsual = isTime === name.endsWith('_at') && (!isJson(type) || OPAQUE.has(name))
    return isUsual ? [] : [[name, isTime] as const]
  })
  const unusual = found.length > 0 ? new Map(found) : undefined
  unusualColumns.set(entity, unusual)
  return unusual
}

const isJson = (type: unknown): boolean => type === types.json || type instanceof types.json
const isDatetime = (type: unknown): boolean => type === types.datetime || type instanceof types.datetime
