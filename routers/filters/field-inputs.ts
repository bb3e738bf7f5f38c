import { z } from 'zod'
import { Forbidden } from '#entities/errors.ts'
import {
  type Field,
  type FieldTable,
  type FieldType,
  type FieldViewer,
  type FieldWriter,
  seesField,
} from '#entities/platform/field/field.ts'
import { fieldsOf } from '#entities/platform/field/installed-fields.ts'
import { targetOf } from '#entities/platform/field/target-of.ts'
import { valueSchemaOf } from '#entities/platform/field/value-schema.ts'
import type { Adjusts, FiltersFields, WritesFields } from '../context/field-marks.ts'
import { booleanFilter, dateFilter, numberFilter, orNull, queryBoolean, queryOneOrMany } from '../inputs/query.ts'
import { type Condition, equalTo, inRange } from '../reading/conditions.ts'
import { PROTECTED_ENTITIES } from '../reading/protected-resources.ts'
import { limitedViewer, mayRead } from '../reading/reach.ts'

type Shape = z.core.$ZodLooseShape

/** Creates a strict object that also accepts the fields of `table` that callers of this API may set. */
export function withFields<Table extends FieldTable, Writer extends FieldWriter, Own extends Shape>(
  [table, writer]: readonly [Table, Writer],
  shape: Own,
  error?: z.core.$ZodErrorMap,
): z.ZodType<
  z.output<z.ZodObject<Own>> & WritesFields<Table, Writer>,
  z.input<z.ZodObject<Own>> & WritesFields<Table, Writer>
>
export function withFields(
  [table, writer]: readonly [FieldTable, FieldWriter],
  shape: Shape,
  error?: z.core.$ZodErrorMap,
): z.ZodType {
  recordInputs(table, shape)
  return lazyStrictObject(() => ({ ...shape, ...writableFields(table, writer) }), error)
}

/**
 * Creates a strict object for changes of a row: with fields, and with relative changes of their numbers in `adjust`. `numbers` are
 * the columns of the core that callers may adjust.
 */
export function withChanges<
  Table extends FieldTable,
  Writer extends FieldWriter,
  Own extends Shape,
  Numbers extends Shape = object,
>(
  [table, writer]: readonly [Table, Writer],
  shape: Own,
  numbers?: Numbers,
): z.ZodType<
  z.output<z.ZodObject<Own>> & WritesFields<Table, Writer> & Adjusts<Table, Writer, Numbers>,
  z.input<z.ZodObject<Own>> & WritesFields<Table, Writer> & Adjusts<Table, Writer, Numbers>
>
export function withChanges(
  [table, writer]: readonly [FieldTable, FieldWriter],
  shape: Shape,
  numbers: Shape = {},
): z.ZodType {
  recordInputs(table, { ...shape, adjust: z.unknown() })
  return lazyStrictObject(() => {
    const adjusted = { ...numbers, ...adjustedFields(table, writer) }
    const adjust = Object.keys(adjusted).length > 0 ? { adjust: z.strictObject(adjusted).optional() } : {}
    return { ...shape, ...writableFields(table, writer), ...adjust }
  })
}

/** A relative change of a whole number. */
export const Adjustment = z.int().min(-2_147_483_647).max(2_147_483_647)

const ADJUSTMENTS: { readonly [Type in FieldType]?: z.ZodType } = {
  integer: Adjustment,
  money: Adjustment,
  number: z.number(),
}

const adjustedFields = (table: FieldTable, writer: FieldWriter): Shape =>
  Object.fromEntries(
    Array.from(fieldsOf(table)).flatMap(([name, { type, writableBy }]) => {
      const adjustment = writableBy.includes(writer) ? ADJUSTMENTS[type] : undefined
      return adjustment ? [[name, adjustment.optional()]] : []
    }),
  )

/** Creates a strict object that also accepts filters by the fields of `table` that `viewer` sees. */
export function withFieldFilters<Table extends FieldTable, Own extends Shape>(
  [table, viewer]: readonly [Table, FieldViewer],
  shape: Own,
): z.ZodType<z.output<z.ZodObject<Own>> & FiltersFields<Table>, z.input<z.ZodObject<Own>> & FiltersFields<Table>>
export function withFieldFilters([table, viewer]: readonly [FieldTable, FieldViewer], shape: Shape): z.ZodType {
  recordInputs(table, shape)
  return lazyStrictObject(() => {
    const fields = [...fieldsOf(table)].filter(([, field]) => seesField(viewer, field))
    const filters = fields.map(([name, field]) => [name, nullableFilterOf(field).optional()])
    return { ...shape, ...Object.fromEntries(filters) }
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
  const given = Object.entries(input)
  return given.flatMap(([name, filter]) => {
    const field = fieldsOf(table).get(name)
    return field && filter !== undefined ? [conditionOf(name, field, filter)] : []
  })
}

function conditionOf(name: string, { type }: Field, filter: unknown): Condition | undefined {
  if (typeof filter !== 'object' || filter === null) return equalTo({ [name]: filter })
  if ('exists' in filter) return { [name]: filter.exists ? { $ne: null } : null }
  if (Array.isArray(filter)) return type === 'list' ? { [name]: { $overlap: filter } } : equalTo({ [name]: filter })
  return inRange({ [name]: filter })
}

/** Builds the shape at the first use, because the fields are installed after the declaration of the schema. */
const lazyStrictObject = (shapeOf: () => Shape, error?: z.core.$ZodErrorMap) => {
  let shape: Shape | undefined
  return new z.ZodObject({
    type: 'object',
    get shape() {
      shape ??= shapeOf()
      return shape
    },
    catchall: z.never(),
    ...(error ? { error } : {}),
  })
}

function writableFields(table: FieldTable, writer: FieldWriter): Shape {
  const fields = [...fieldsOf(table)].filter(([, { writableBy }]) => writableBy.includes(writer))
  return Object.fromEntries(fields.map(([name, field]) => [name, inputOf(name, field).optional()]))
}

function inputOf(name: string, field: Field): z.ZodType {
  const schema =
    field.type === 'relation' ? valueSchemaOf(field).check(() => assertMayName(name, field)) : valueSchemaOf(field)
  return field.default === undefined ? schema.nullable() : schema
}

/** @throws Forbidden if the caller may not read the rows of the relation. Otherwise it could find out which rows exist. */
function assertMayName(name: string, field: Field): void {
  const viewer = limitedViewer()
  const target = targetOf(field)
  const resource = target && PROTECTED_ENTITIES.get(target)
  if (viewer && resource && !mayRead(viewer, resource))
    throw new Forbidden(`You cannot set ${name}, because you may not read ${resource}`)
      .about(name)
      .because({ name: 'field_refused', field: name })
}

/** A field with a default is never null. */
const nullableFilterOf = (field: Field): z.ZodType =>
  field.default === undefined
    ? orNull(z.union([z.strictObject({ exists: queryBoolean }), filterOf(field)]))
    : filterOf(field)

function filterOf({ type, rules }: Field): z.ZodType {
  switch (type) {
    case 'text':
      return z.union([queryOneOrMany(z.string()), boundsOf(z.string())])
    case 'enum':
      return queryOneOrMany(z.enum(rules.values))
    case 'relation':
    case 'file':
      return queryOneOrMany(z.string())
    case 'list':
      return listFilterOf(rules.element)
    case 'boolean':
      return booleanFilter
    case 'date':
      return z.union([z.iso.date(), boundsOf(z.iso.date())])
    case 'datetime':
      return dateFilter
    case 'json':
      return z.never()
    default:
      return numberFilter
  }
}

const boundsOf = (schema: z.ZodString | z.ZodISODate) =>
  z.strictObject({ lt: schema.optional(), gt: schema.optional(), lte: schema.optional(), gte: schema.optional() })

/** Finds the rows whose list has one of the elements. */
function listFilterOf(element: Field | undefined): z.ZodType {
  if (element?.type === 'enum') return queryOneOrMany(z.enum(element.rules.values))
  if (element?.type === 'text') return queryOneOrMany(z.string())
  const one = z.preprocess((value) => (typeof value === 'string' && value !== '' ? Number(value) : value), z.number())
  return z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(one))
}
