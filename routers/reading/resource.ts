import { z } from 'zod'
import { type Resource, relatedResource } from './define-resource.ts'
import { isShown } from './show-row.ts'

type Shape = z.core.$ZodLooseShape

const documentedSchemas = new WeakMap<z.ZodType, z.ZodType>()

export const documentedSchemaOf = (guard: z.ZodType): z.ZodType => documentedSchemas.get(guard) ?? guard

/**
 * Creates the output schema of a procedure, which rejects or removes undeclared properties. Callers may omit columns
 * with `fields`, although the type has all columns. Only tRPC responses have the properties in `overTrpc`.
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

/** Creates an output schema for several shapes. The property `discriminator` has a different value in each shape. */
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

/** Input and output have the same type, so that TypeScript does not compare the types of all rows. */
type ResponseSchema<Promised extends Shape> = z.ZodType<
  z.output<z.ZodObject<Promised>>,
  z.output<z.ZodObject<Promised>>
>

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

const nullableCount = { count: z.int().nullable() }

export const nextCursor = { next_cursor: z.string().nullable().optional() }

/** Replaces the type of the schema, which would make compilation several times slower. */
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
 * Sets the check of schemas that are created afterwards. `fast` trusts shown rows and removes undeclared
 * properties from other rows. `full` checks every row and rejects undeclared properties. Tests use `full`.
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
  return answerCheck === 'full' ? narrow : z.union([z.custom(isShown), narrow])
}
