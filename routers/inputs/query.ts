import { z } from 'zod'
import { parseTime } from '#entities/values/parse-time.ts'
import { cursorParams } from './cursor-params.ts'
import { wholeNumber } from './whole-number.ts'

/* REST sends query parameters as text, and tRPC sends values, so each schema accepts both. */

/** If `read` cannot parse the text, `read` must return the text unchanged, so that `schema` rejects it. */
const fromText = <Value>(read: (text: string) => unknown, schema: z.ZodType<Value>) =>
  z.preprocess((value: Value) => (typeof value === 'string' ? read(value) : value), schema)

const number = (text: string) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text)

const BOOLEAN_WORDS = new Map<string, boolean>([
  ['true', true],
  ['false', false],
])

/** Maximum page size, in rows. The server lowers a larger `limit` to this number. */
export const MAX_LIMIT = 1000
export const MAX_STORE_LIMIT = 200

/** Accepts numbers of at least 0 and reads empty text as 0. */
const count = (schema: z.ZodNumber) =>
  fromText((text) => (text === '' ? 0 : number(text)), schema.min(0).max(Number.MAX_SAFE_INTEGER))

const pagingParamsWith = (schema: z.ZodNumber, maxLimit: number) => (limit: number) => ({
  limit: count(schema)
    .prefault(limit)
    .transform((value) => Math.min(value, maxLimit)),
  offset: count(schema).prefault(0),
  ...cursorParams,
})

export const queryInt = fromText(number, z.int())
export const queryNumber = fromText(number, z.number())
export const queryBoolean = fromText((text) => BOOLEAN_WORDS.get(text) ?? text, z.boolean())

/** The text `null` selects rows without a value. */
export const booleanFilter = fromText(
  (text) => (text === 'null' ? null : (BOOLEAN_WORDS.get(text) ?? text)),
  z.boolean().nullable(),
)

/** The text `null` selects rows without a value. */
export const queryNullable = fromText((text) => (text === 'null' ? null : text), z.string().nullable())

/** The text `null` and an empty text select rows without a value. */
export const orNull = <Value>(filter: z.ZodType<Value>) =>
  fromText((text) => (text === 'null' || text === '' ? null : text), filter.nullable())

export type QueryList = <Element extends z.ZodType<string>>(
  element: Element,
) => z.ZodType<z.output<Element>[], z.output<Element>[]>

/** Accepts a list as `a[]=x&a[]=y`, `a[0]=x`, or one element with commas: `a[]=x,y`. */
export const queryList = <Element extends z.ZodType<string>>(element: Element) =>
  z.preprocess((value: z.output<Element>[]) => {
    const list = sparseList(value)
    return list?.length === 1 && typeof list[0] === 'string' ? list[0].split(',') : (list ?? value)
  }, z.array(element))

/** Reads empty text as no filter, because the library qs writes an empty list as empty text. */
export const queryListOrNone = <Element extends z.ZodType<string>>(element: Element) =>
  z.preprocess(
    (value: z.output<Element>[] | '' | undefined) => (value === '' ? undefined : value),
    queryList(element).optional(),
  )

/** The library qs reads `a[7]=x` as an object if the index is large or the list has holes. */
function sparseList(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value
  const isIndexed = typeof value === 'object' && value !== null && Object.keys(value).every((key) => /^\d+$/.test(key))
  return isIndexed ? Object.values(value) : undefined
}

const oneOrMany = new WeakSet<z.ZodType>()

/** Accepts a list, or one element as `a=x`. */
export const queryOneOrMany: QueryList = (element) => {
  const schema = z.preprocess(
    (value: z.output<typeof element>[]) => (typeof value === 'string' ? [value] : value),
    queryList(element),
  )
  oneOrMany.add(schema)
  return schema
}

export const isOneOrMany = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodOptional ? isOneOrMany(schema.unwrap()) : oneOrMany.has(schema as z.ZodType)

export const queryOneOrList = z.union([z.string(), queryList(z.string())])

/** Accepts a text, a list of texts, or operators such as `id[starts_with]=cgrp_01`. */
export const textFilter = z.union([
  z.string(),
  queryList(z.string()),
  z.strictObject({
    lt: z.string().optional(),
    gt: z.string().optional(),
    lte: z.string().optional(),
    gte: z.string().optional(),
    contains: z.string().optional(),
    starts_with: z.string().optional(),
    ends_with: z.string().optional(),
  }),
])

/** PostgreSQL cannot read years outside of these bounds in the date format of JavaScript. */
const EARLIEST = new Date('0001-01-01')
const LATEST = new Date('9999-12-31T23:59:59.999Z')

/**
 * Accepts bounds such as `created_at[gte]=…`. A date without a time means midnight UTC. A number is in seconds since
 * 1970.
 */
export const dateFilter = z
  .strictObject({
    lt: momentSchema().optional(),
    gt: momentSchema().optional(),
    lte: momentSchema().optional(),
    gte: momentSchema().optional(),
  })
  .meta({ id: 'DateFilter' })

export const dateFilterOrNull = fromText(
  (text) => (text === 'null' ? null : text),
  dateFilter.extend({ exists: queryBoolean.optional() }).nullable(),
)

/** Accepts a number or bounds such as `inventory_quantity[lt]=5`. */
export const numberFilter = z.union([
  queryNumber,
  z.strictObject({
    lt: queryNumber.optional(),
    gt: queryNumber.optional(),
    lte: queryNumber.optional(),
    gte: queryNumber.optional(),
  }),
])

function momentSchema() {
  return z.preprocess(
    (value: Date) => (typeof value === 'string' ? parseMoment(value) : value),
    z.date().min(EARLIEST).max(LATEST),
  )
}

/** A text that JavaScript cannot parse as a date is a number of seconds since 1970. */
function parseMoment(text: string): Date | string {
  const date = parseTime(text)
  if (date) return date
  const seconds = new Date(/^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Number.NaN)
  return Number.isNaN(seconds.getTime()) ? text : seconds
}

export const pagingParams = pagingParamsWith(wholeNumber(), MAX_LIMIT)
export const storePaging = pagingParamsWith(wholeNumber(), MAX_STORE_LIMIT)
/** Paging parameters for lists whose errors in Medusa v1 contain "integer" instead of "number". */
export const integerPagingParams = pagingParamsWith(z.int(), MAX_LIMIT)
export const integerStorePaging = pagingParamsWith(z.int(), MAX_STORE_LIMIT)

export const expandParam = { expand: z.string().optional() }
export const selectionParams = { expand: z.string().optional(), fields: z.string().optional() }
export const orderParams = { order: z.string().optional() }

export const orderingBy = (columns: readonly string[]) => ({
  order: z
    .string()
    .optional()
    .meta({ description: `One of ${columns.join(', ')}. Prefix it with \`-\` for descending order.` }),
})
