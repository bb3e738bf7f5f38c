import { z } from 'zod'
import { isProjected } from '#database/read/project.ts'
import { type Resource, relatedResource } from './define-resource.ts'

const documentedSchemas = new WeakMap<z.ZodType, z.ZodType>()

/** What the document says of an answer that is guarded by `guard`. */
export const documentedSchemaOf = (guard: z.ZodType): z.ZodType => documentedSchemas.get(guard) ?? guard

/**
 * The output of a procedure whose caller may narrow the columns (`fields`): the type and the document promise all of
 * them, the guard insists only that nothing else leaves. What only tRPC answers is in the type, not in the document.
 */
export function responseSchema<Shape extends z.core.$ZodLooseShape, OverTrpc extends z.core.$ZodLooseShape = object>(
  shape: Shape,
  overTrpc?: OverTrpc,
): ResponseSchema<Omit<Shape, keyof OverTrpc> & OverTrpc> {
  const promised = z.object(shape)
  const guard = guardSchemaOf(promised, overTrpc)
  documentedSchemas.set(guard, promised)
  return guard as unknown as ResponseSchema<Omit<Shape, keyof OverTrpc> & OverTrpc>
}

/** The output of a procedure that answers one of several things, told apart by `discriminator`. */
export function unionResponseSchema<const Shapes extends readonly z.core.$ZodLooseShape[]>(
  discriminator: string,
  shapes: Shapes,
): z.ZodType<z.output<z.ZodObject<Shapes[number]>>, z.output<z.ZodObject<Shapes[number]>>> {
  const promised = shapes.map((shape) => z.object(shape))
  const guard = z.discriminatedUnion(discriminator, promised.map((one) => guardSchemaOf(one)) as never)
  documentedSchemas.set(guard, z.discriminatedUnion(discriminator, promised as never))
  return guard as never
}

function guardSchemaOf(promised: z.ZodObject, more: z.core.$ZodLooseShape = {}): z.ZodObject {
  const narrow = Object.entries(promised.shape).map(([key, schema]) => [key, narrowableSchema(schema as z.ZodType)])
  return z.object({ ...Object.fromEntries(narrow), ...more })
}

/**
 * A procedure answers what its output says, and nothing is read into it: TypeScript need not compare what goes into a
 * schema with what comes out of it, row by related row.
 */
type ResponseSchema<Shape extends z.core.$ZodLooseShape> = z.ZodType<
  z.output<z.ZodObject<Shape>>,
  z.output<z.ZodObject<Shape>>
>

/** The output of a list: the rows under `key`, with `count`, `offset` and `limit`. */
export const listResponseSchema = <Key extends string, Row>(key: Key, row: { _zod: { output: Row } }) =>
  responseSchema(
    { [key]: z.array(row as unknown as z.ZodType), count: z.int(), offset: z.int(), limit: z.int() },
    { ...nullableCount, ...nextCursor },
  ) as unknown as ResponseGuard<ListResponse<Key, Row>>

/** Of pages by cursor: null where it was not asked for. */
export const nullableCount = { count: z.int().nullable() }

/** Of pages by cursor: what the next one begins with; null of the last. */
export const nextCursor = { next_cursor: z.string().nullable().optional() }

/** As much of the type of a schema as a procedure needs; more makes the compiler compare resources to no end. */
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

const narrowedSchemas = new Map<Resource, z.ZodType>()

function narrowableSchema(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional) return narrowableSchema(schema.unwrap() as z.ZodType).optional()
  if (schema instanceof z.ZodNullable) return narrowableSchema(schema.unwrap() as z.ZodType).nullable()
  if (schema instanceof z.ZodArray) return z.array(narrowableSchema(schema.element as z.ZodType))
  const resource = relatedResource(schema)
  if (!resource) return schema
  const known = narrowedSchemas.get(resource)
  if (known) return known
  const narrow = new z.ZodObject({
    type: 'object',
    get shape() {
      const properties = Object.entries(resource.model.shape)
      return Object.fromEntries(properties.map(([key, one]) => [key, narrowableSchema(one as z.ZodType).optional()]))
    },
  })
  const guard = z.union([z.custom(isProjected), narrow])
  narrowedSchemas.set(resource, guard)
  return guard
}
