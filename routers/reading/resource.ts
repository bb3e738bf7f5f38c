import { z } from 'zod'
import { isProjected } from './project.ts'

/*
 * A resource is what a row looks like on the wire: a zod object whose columns are always there and whose relations
 * (getters, since resources refer to each other) are there when they are expanded. From it come the type and the
 * document of an answer, the guard that nothing undeclared leaves, and the names that `expand`, `fields` and `order`
 * may use. A resource file names its columns and relations; everything else is here and in `selection.ts`.
 */

export type Resource = z.ZodObject

const resources = new WeakSet<z.ZodType>()

/**
 * Declares a resource; `name` is what the OpenAPI document calls it. Relations are getters and stand apart from the
 * columns: TypeScript infers resources that refer to each other only from an object without spreads.
 */
export function resource<Columns extends z.core.$ZodLooseShape, Relations extends z.core.$ZodLooseShape = object>(
  name: string,
  columns: Columns,
  relations?: Relations,
): z.ZodObject<Columns & Relations> {
  const shape = Object.defineProperties({ ...columns }, Object.getOwnPropertyDescriptors(relations ?? {}))
  const schema = z.object(shape).meta({ id: name })
  resources.add(schema)
  return schema as unknown as z.ZodObject<Columns & Relations>
}

/*
 * The type of a relation names the interface of the related row (`ProductView`), not its schema: resources refer to each
 * other in circles, and at an interface the compiler stops.
 */
export type ToOne<Row> = z.ZodOptional<z.ZodNullable<z.ZodType<Row, Row>>>
export type ToMany<Row> = z.ZodOptional<z.ZodArray<z.ZodType<Row, Row>>>

/** A relation to one row, which may not be there. */
export const toOne = <Row>(related: RowSchema<Row>): ToOne<Row> =>
  (related as unknown as z.ZodType<Row, Row>).nullable().optional()

/** A relation to any number of rows. */
export const toMany = <Row>(related: RowSchema<Row>): ToMany<Row> =>
  z.array(related as unknown as z.ZodType<Row, Row>).optional()

interface RowSchema<Row> {
  _zod: { output: Row }
}

const storedNames = new WeakMap<z.ZodType, string>()

/** A relation to one row, which the entity calls `name` and the wire shows as a list of that row. */
export function listOfOne<Row>(name: string, related: RowSchema<Row>): ToMany<Row> {
  const relation = toMany(related)
  storedNames.set(relation, name)
  return relation
}

/** The values that columns must have for a row to be shown. */
export type Scope = Readonly<Record<string, readonly (string | null)[]>>

const scopes = new WeakMap<Resource, Scope>()

/** Of this resource no other rows are shown than these, wherever it is expanded; for its own lists see `where`. */
export function restrictRows(resource: Resource, scope: Scope): void {
  scopes.set(resource, scope)
}

export const scopeOf = (resource: Resource): Scope | undefined => scopes.get(resource)

const includedRelations = new WeakMap<Resource, readonly string[]>()

/** Wherever this resource is expanded, these relations of it are shown too: clients take them for a part of it. */
export function alwaysInclude(resource: Resource, relations: readonly string[]): void {
  includedRelations.set(resource, relations)
}

export const includedRelationsOf = (resource: Resource): readonly string[] => includedRelations.get(resource) ?? []

const separateRelations = new WeakMap<Resource, readonly string[]>()

/** Most rows of this resource have nothing in these relations to many: what is in them is looked for where there is any. */
export function loadSeparately(resource: Resource, relations: readonly string[]): void {
  separateRelations.set(resource, relations)
}

export const isLoadedSeparately = (resource: Resource, relation: string): boolean =>
  separateRelations.get(resource)?.includes(relation) === true

/** The entity's name of a relation that is a `listOfOne`; undefined of any other. */
export const storedNameOf = (property: z.ZodType | undefined): string | undefined =>
  property && storedNames.get(property)

/** The resource behind a relation; undefined where the property is a column. */
export function relatedResource(property: z.ZodType | undefined): Resource | undefined {
  let schema = property
  while (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodArray) {
    schema = (schema instanceof z.ZodArray ? schema.element : schema.unwrap()) as z.ZodType
  }
  return schema && resources.has(schema) ? (schema as Resource) : undefined
}

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

function guardSchemaOf(promised: Resource, more: z.core.$ZodLooseShape = {}): z.ZodObject {
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
  if (!resources.has(schema)) return schema
  const known = narrowedSchemas.get(schema as Resource)
  if (known) return known
  const { shape } = schema as Resource
  const getters = Object.keys(shape).map((key) => [
    key,
    { enumerable: true, configurable: true, get: () => narrowableSchema(shape[key] as z.ZodType).optional() },
  ])
  const named = z.object(Object.defineProperties({}, Object.fromEntries(getters)))
  const guard = z.union([z.custom(isProjected), named])
  narrowedSchemas.set(schema as Resource, guard)
  return guard
}
