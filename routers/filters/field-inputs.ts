import { z } from 'zod'
import type { Field, FieldTable, FieldWriter } from '#entities/platform/field/field.ts'
import { fieldsOf } from '#entities/platform/field/installed-fields.ts'
import type { FiltersFields, WritesFields } from '../context/field-marks.ts'
import { Timestamp } from '../inputs/common.ts'
import { booleanFilter, dateFilter, numberFilter, orNull, queryOneOrMany } from '../inputs/query.ts'
import { type Condition, equalTo, inRange } from '../reading/conditions.ts'

type Shape = z.core.$ZodLooseShape

/** Creates a strict object that also accepts the fields of `table` that callers of this API may set. */
export function withFields<Table extends FieldTable, Writer extends FieldWriter, Own extends Shape>(
  [table, writer]: readonly [Table, Writer],
  shape: Own,
): z.ZodType<
  z.output<z.ZodObject<Own>> & WritesFields<Table, Writer>,
  z.input<z.ZodObject<Own>> & WritesFields<Table, Writer>
>
export function withFields([table, writer]: readonly [FieldTable, FieldWriter], shape: Shape): z.ZodType {
  recordInputs(table, shape)
  return lazyStrictObject(() => ({ ...shape, ...writableFields(table, writer) }))
}

/** Creates a strict object that also accepts filters by the fields of `table`. */
export function withFieldFilters<Table extends FieldTable, Own extends Shape>(
  table: Table,
  shape: Own,
): z.ZodType<z.output<z.ZodObject<Own>> & FiltersFields<Table>, z.input<z.ZodObject<Own>> & FiltersFields<Table>>
export function withFieldFilters(table: FieldTable, shape: Shape): z.ZodType {
  recordInputs(table, shape)
  return lazyStrictObject(() => {
    const fields = Array.from(fieldsOf(table), ([name, field]) => [name, nullableFilterOf(field).optional()])
    return { ...shape, ...Object.fromEntries(fields) }
  })
}

const coreInputs = new Map<FieldTable, Set<string>>()

function recordInputs(table: FieldTable, shape: Shape): void {
  coreInputs.set(table, new Set([...coreInputsOf(table), ...Object.keys(shape)]))
}

/** Returns the names of the inputs of the core next to which the fields of `table` are accepted. */
export const coreInputsOf = (table: FieldTable): ReadonlySet<string> => coreInputs.get(table) ?? new Set()

/** Returns the conditions for the fields of `table` in an input of `withFieldFilters`. */
export function fieldConditions(table: FieldTable, input: object): (Condition | undefined)[] {
  const given = input as Record<string, never>
  return Array.from(fieldsOf(table), ([name, { type }]) =>
    type === 'text' || type === 'boolean' || given[name] === null
      ? equalTo({ [name]: given[name] })
      : inRange({ [name]: given[name] }),
  )
}

/** Builds the shape at the first use, because the fields are installed after the declaration of the schema. */
const lazyStrictObject = (shapeOf: () => Shape) => {
  let shape: Shape | undefined
  return new z.ZodObject({
    type: 'object',
    get shape() {
      shape ??= shapeOf()
      return shape
    },
    catchall: z.never(),
  })
}

function writableFields(table: FieldTable, writer: FieldWriter): Shape {
  const fields = [...fieldsOf(table)].filter(([, { writableBy }]) => writableBy.includes(writer))
  return Object.fromEntries(fields.map(([name, field]) => [name, inputOf(field).optional()]))
}

function inputOf(field: Field): z.ZodType {
  return field.default === undefined ? schemaOf(field).nullable() : schemaOf(field)
}

function schemaOf({ type, maxLength }: Field): z.ZodType {
  switch (type) {
    case 'text':
      return z.string().max(maxLength)
    case 'integer':
      return z.int().min(-MAX_INTEGER).max(MAX_INTEGER)
    case 'number':
      return z.number()
    case 'boolean':
      return z.boolean()
    case 'datetime':
      return Timestamp
  }
}

const MAX_INTEGER = 2_147_483_647

/** A field with a default is never null. */
const nullableFilterOf = (field: Field): z.ZodType =>
  field.default === undefined ? orNull(filterOf(field)) : filterOf(field)

function filterOf({ type }: Field): z.ZodType {
  switch (type) {
    case 'text':
      return queryOneOrMany(z.string())
    case 'boolean':
      return booleanFilter
    case 'datetime':
      return dateFilter
    default:
      return numberFilter
  }
}
