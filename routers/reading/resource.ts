import { z } from 'zod'
import { isProjected } from '#database/read/project.ts'
import { type Resource, relatedResource } from './define-resource.ts'

type Shape = z.core.$ZodLooseShape

const documentedSchemas = new WeakMap<z.ZodType, z.ZodType>()

/** The schema of an answer in the OpenAPI document. */
export const documentedSchemaOf = (guard: z.ZodType): z.ZodType => documentedSchemas.get(guard) ?? guard

/**
 * The output of a procedure. The type and the document have all columns. The check lets callers leave columns out (`fields`)
 * and refuses or removes everything else. `overTrpc` has properties that are only in the answers of tRPC.
 */
export function responseSchema<Promised extends Shape, OverTrpc extends Shape = object>(
  shape: Promised,
  overTrpc?: OverTrpc,
): ResponseSchema<Omit<Promised, keyof OverTrpc> & OverTrpc>
export function responseSchema(shape: Shape, overTrpc: Shape = {}): z.ZodType {
  const guard = guardSchemaOf(shape, overTrpc)
  documentedSchemas.set(guard, z.object(shape))
  return guard
}

/** The output of a procedure that answers one of several shapes, each with another value of `discriminator`. */
export function unionResponseSchema<const Shapes extends readonly [Shape, ...Shape[]]>(
  discriminator: string,
  shapes: Shapes,
): ResponseSchema<Shapes[number]>
export function unionResponseSchema(
  discriminator: string,
  [first, ...others]: readonly [Shape, ...Shape[]],
): z.ZodType {
  const guard = z.discriminatedUnion(discriminator, [guardSchemaOf(first), ...others.map((one) => guardSchemaOf(one))])
  const documented = z.discriminatedUnion(discriminator, [z.object(first), ...others.map((one) => z.object(one))])
  documentedSchemas.set(guard, documented)
  return guard
}

function guardSchemaOf(shape: Shape, more: Shape = {}): z.ZodObject {
  const narrow = Object.entries(shape).map(([key, schema]) => [key, narrowableSchema(schema)])
  return z.object({ ...Object.fromEntries(narrow), ...more })
}

/** Input and output are the same type, so that TypeScript does not compare them row by row. */
type ResponseSchema<Promised extends Shape> = z.ZodType<
  z.output<z.ZodObject<Promised>>,
  z.output<z.ZodObject<Promised>>
>

/** The output of a list: the rows under `key`, with `count`, `offset` and `limit`. */
export function listResponseSchema<Key extends string, Row>(
  key: Key,
  row: Resource<Row>,
): ResponseGuard<ListResponse<Key, Row>>
export function listResponseSchema(key: string, row: Resource): object {
  return responseSchema(
    { [key]: z.array(row), count: z.int(), offset: z.int(), limit: z.int() },
    { ...nullableCount, ...nextCursor },
  )
}

/** In pages by cursor: null if the caller did not ask for it. */
const nullableCount = { count: z.int().nullable() }

/** In pages by cursor: the cursor of the next page, or null for the last page. */
export const nextCursor = { next_cursor: z.string().nullable().optional() }

/** The part of the type of a schema that a procedure needs. With the whole type, compiling takes several times as long. */
interface ResponseGuard<Answer> {
  _input: Answer
  _output: Answer
}

type ListResponse<Key extends string, Row> = { [K in Key]: Row[] } & {
  count: number | null
  offset: number
  limit: number
  next_cursor?: string | null | undefined
}

let answerCheck: 'fast' | 'full' = 'fast'

/**
 * `fast` accepts projected rows as they are and removes undeclared properties from others. `full` checks every row and
 * refuses undeclared properties: tests run with it. It applies to schemas that are created afterwards.
 */
export function setAnswerCheck(check: typeof answerCheck): void {
  answerCheck = check
}

const narrowSchemas = new Map<Resource, z.core.$ZodType>()

function narrowableSchema(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional) return z.optional(narrowableSchema(schema.unwrap()))
  if (schema instanceof z.ZodNullable) return z.nullable(narrowableSchema(schema.unwrap()))
  if (schema instanceof z.ZodArray) return z.array(narrowableSchema(schema.element))
  const resource = relatedResource(schema)
  if (!resource) return schema
  const guard = narrowSchemas.get(resource) ?? rowGuardOf(resource)
  narrowSchemas.set(resource, guard)
  return guard
}

function rowGuardOf({ model }: Resource): z.core.$ZodType {
  const narrow = new z.ZodObject({
    type: 'object',
    ...(answerCheck === 'full' ? { catchall: z.never() } : {}),
    get shape() {
      const properties = Object.entries(model.shape)
      return Object.fromEntries(properties.map(([key, schema]) => [key, z.optional(narrowableSchema(schema))]))
    },
  })
  return answerCheck === 'full' ? narrow : z.union([z.custom(isProjected), narrow])
}
