import { type EntityClass, EntitySchema, types } from '@mikro-orm/postgresql'
import type { Field, FieldTable } from './field.ts'

/*
 * The fields of this process. Entities, resources and inputs of the core exist once in a process, so a process has one set of
 * fields. They are installed before the first ORM is opened and before the first request.
 */

const installed = new Map<FieldTable, Map<string, Field>>()
let areInUse = false

export function fieldsOf(table: FieldTable): ReadonlyMap<string, Field> {
  areInUse = true
  return installed.get(table) ?? NONE
}

const NONE: ReadonlyMap<string, Field> = new Map()

/** Adds a column to an entity. @throws Error if a shop of this process already uses another set of fields. */
export function installField(table: FieldTable, entity: EntityClass<object>, [name, field]: [string, Field]): void {
  const fields = installed.get(table) ?? new Map<string, Field>()
  installed.set(table, fields)
  if (fields.get(name) === field) return
  if (areInUse || fields.has(name))
    throw new Error(
      `Cannot add the field ${name} to ${table}, because this process already uses another set of fields. Run each shop in a separate process.`,
    )
  fields.set(name, field)
  const { default: initial, personal } = field
  EntitySchema.REGISTRY.get(entity)?.addProperty(name, TYPES[field.type], {
    nullable: initial === undefined,
    ...(initial === undefined ? {} : { onCreate: () => initial }),
    ...(personal === undefined ? {} : { personal: personal ? {} : 'not personal' }),
  })
}

const TYPES = {
  text: types.text,
  integer: types.integer,
  number: types.double,
  boolean: types.boolean,
  datetime: types.datetime,
} as const

/** Returns the values of fields in an input or a row. A field that is not set is absent. */
export function fieldValuesIn(table: FieldTable, values: object): Record<string, unknown> {
  const given = Array.from(fieldsOf(table).keys(), (name) => [name, columnOf(values, name)] as const)
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}

/** Returns true if the row has the values that a new row with `values` would get. */
export const hasFieldValues = (table: FieldTable, row: object, values: object): boolean =>
  Array.from(fieldsOf(table)).every(([name, { default: initial = null }]) =>
    isSameValue(columnOf(row, name) ?? initial, columnOf(values, name) ?? initial),
  )

const isSameValue = (one: unknown, other: unknown): boolean =>
  one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other

const columnOf = (row: object, name: string): unknown => (row as Record<string, unknown>)[name]

export const isInstalledField = (table: FieldTable, name: string): boolean => installed.get(table)?.has(name) === true
