import { isDeepStrictEqual } from 'node:util'
import { ArrayType, type EntityClass, EntitySchema, types } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { InvalidData } from '#entities/errors.ts'
import { adjustColumns } from '#entities/values/apply-changes.ts'
import { memoize } from '#entities/values/memoize.ts'
import { type Field, type FieldTable, type FieldType, isTextual } from './field.ts'
import { targetOf } from './target-of.ts'
import { valueSchemaOf } from './value-schema.ts'

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
  const { default: initial, personal, translated } = field
  const reference = targetOf(field)
  const schemaOfRow = memoize(() => z.object({ [name]: valueSchemaOf(field) }))
  const rules = {
    ...(personal === undefined ? {} : { personal: personal ? {} : 'not personal' }),
    assertValue: (value: unknown) => assertValue(name, schemaOfRow(), value),
    ...(reference ? { reference } : {}),
    ...(translated ? { translated } : {}),
  }
  EntitySchema.REGISTRY.get(entity)?.addProperty(name, typeOf(field), {
    nullable: initial === undefined,
    ...(field.type === 'list' ? { columnType: columnTypesOf(field)[0] } : {}),
    ...(initial === undefined ? {} : { onCreate: () => structuredClone(initial) }),
    ...rules,
  })
}

const TYPES = {
  text: types.text,
  enum: types.text,
  integer: types.integer,
  money: types.integer,
  number: types.double,
  boolean: types.boolean,
  date: types.date,
  datetime: types.datetime,
  json: types.json,
  relation: types.text,
  file: types.text,
} as const

function typeOf({ type, rules: { element } }: Field) {
  if (type !== 'list') return TYPES[type]
  return isTextual(element) ? new ArrayType() : new ArrayType(Number)
}

const COLUMN_TYPES: Readonly<Record<Exclude<FieldType, 'list'>, readonly string[]>> = {
  text: ['text', 'character varying'],
  enum: ['text', 'character varying'],
  integer: ['integer'],
  money: ['integer'],
  number: ['double precision'],
  boolean: ['boolean'],
  date: ['date'],
  datetime: ['timestamp with time zone'],
  json: ['jsonb'],
  relation: ['text', 'character varying'],
  file: ['text', 'character varying'],
}

/** Returns the types that the column of a field can have, as PostgreSQL names them. The first one is usual. */
export function columnTypesOf({ type, rules: { element } }: Field): readonly string[] {
  if (type !== 'list') return COLUMN_TYPES[type]
  return element ? columnTypesOf(element).map((one) => `${one}[]`) : []
}

/** @throws InvalidData if the value breaks a rule of the field `name`. */
function assertValue(name: string, schema: z.ZodType, value: unknown): void {
  const [issue] = schema.safeParse({ [name]: value }).error?.issues ?? []
  if (issue) throw new InvalidData(issue.message).because({ name: 'field_refused', field: name }).about(name)
}

/** Returns the values of fields in an input or a row. A field that is not set is absent. */
export function fieldValuesIn(table: FieldTable, values: object): Record<string, unknown> {
  const given = Array.from(fieldsOf(table).keys(), (name) => [name, columnOf(values, name)] as const)
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}

/** Sets and adjusts the fields of a locked row. */
export function changeFields(table: FieldTable, row: object, changes: object): void {
  Object.assign(row, fieldValuesIn(table, changes))
  adjustColumns(row, changes)
}

/** Returns true if the row has the values that a new row with `values` would get. */
export const hasFieldValues = (table: FieldTable, row: object, values: object): boolean =>
  Array.from(fieldsOf(table)).every(([name, { default: initial = null }]) =>
    isSameValue(columnOf(row, name) ?? initial, columnOf(values, name) ?? initial),
  )

const isSameValue = (one: unknown, other: unknown): boolean =>
  one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : isDeepStrictEqual(one, other)

const columnOf = (row: object, name: string): unknown => (row as Record<string, unknown>)[name]

export const isInstalledField = (table: FieldTable, name: string): boolean => installed.get(table)?.has(name) === true
