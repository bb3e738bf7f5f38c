import { type EntityClass, EntitySchema } from '@mikro-orm/postgresql'
import { z } from 'zod'
import type { ReadModel, ReadRelation, Scope } from '#database/read/model.ts'
import type { FieldTable } from '#entities/platform/field/field.ts'
import { fieldsOf } from '#entities/platform/field/installed-fields.ts'
import { shownSchemaOf } from '#entities/platform/field/value-schema.ts'
import { memoize } from '#entities/values/memoize.ts'
import type { ShowsFields } from '../context/field-marks.ts'
import type { ValueOf } from '../inputs/columns.ts'

type Shape = z.core.$ZodLooseShape

/** Schema of a row in responses. A response contains only the relations that the caller expands. */
export interface Resource<Row = unknown> extends z.ZodType<Row, Row> {
  readonly model: ResourceModel<Row>
}

interface ResourceModel<Row = unknown> extends ReadModel {
  readonly name: string
  readonly columns: readonly string[]
  /** The table whose plugin fields the resource shows. */
  readonly table: FieldTable | undefined
  /** The columns that plugins add. Default selections contain them. */
  readonly fieldNames: readonly string[]
  readonly relations: ReadonlyMap<string, Relation>
  readonly scope: Scope | undefined
  readonly alwaysInclude: readonly string[]
  readonly computed: { readonly needs: readonly string[]; compute(row: object): object } | undefined
  readonly occasionalNames: readonly string[]
  readonly sparseNames: readonly string[]
  readonly shape: Shape
  /** Only for the compiler: the type of a shown row. */
  readonly row?: Row
}

interface Relation extends ReadRelation {
  readonly resource: Resource
  readonly model: ResourceModel
}

interface Definition<
  Entity extends object,
  Columns,
  Computed,
  Added,
  Relations,
  AddedRelations,
  Row,
  Table extends FieldTable,
  Occasional,
  Sparse,
> {
  /** Name of the schema in the OpenAPI document. */
  name: string
  entity: EntityClass<Entity>
  columns: Columns & CheckedColumns<Entity, Columns>
  /** The table whose plugin fields the resource shows. */
  fields?: Table
  /** Columns and changed relations that the server computes from the row, before it computes nested rows. */
  computed?: { columns: Computed; needs: readonly string[]; compute(row: Row): Values<Computed> }
  /** Columns that a procedure fills in after the server has read the row. */
  added?: Added
  /** Optional columns that a procedure adds to some rows. `fields` cannot name them. */
  occasional?: Occasional
  /** Optional columns that the response omits while they are null, false or 0. */
  sparse?: Sparse
  relations?: () => Relations & CheckedRelations<Entity, Relations>
  /** Relations that a procedure fills in after the server has read the row. */
  addedRelations?: () => AddedRelations
  /**
   * If a caller expands a relation to the resource, the response shows only rows with these values. A list of the
   * resource ignores them.
   */
  scope?: { [Column in keyof Entity]?: readonly (string | null)[] }
  /** Relations that an expanded relation to the resource includes. */
  alwaysInclude?: readonly (keyof Relations & string)[]
  /** Relations that are empty for most rows. A second statement reads them, and only if they have rows. */
  loadSeparately?: readonly (keyof Relations & string)[]
}

interface ErasedDefinition {
  name: string
  entity: EntityClass<object>
  columns: Shape
  fields?: FieldTable
  computed?: { columns: Shape; needs: readonly string[]; compute(row: never): object }
  added?: Shape
  occasional?: Shape
  sparse?: Shape
  relations?: () => Shape
  addedRelations?: () => Shape
  scope?: object
  alwaysInclude?: readonly string[]
  loadSeparately?: readonly string[]
}

const fieldColumns = (table: FieldTable | undefined): Shape =>
  table ? Object.fromEntries(Array.from(fieldsOf(table), ([name, field]) => [name, shownSchemaOf(field)])) : {}

type Values<Columns> = { [Name in keyof Columns]: z.output<Columns[Name]> }

type CheckedColumns<Entity, Columns> = {
  [Name in keyof Columns]: Name extends keyof Entity
    ? [ValueOf<Entity[Name]>] extends [z.output<Columns[Name]>]
      ? unknown
      : 'The row cannot have a value of this type'
    : 'The entity has no column of this name'
}

type CheckedRelations<Entity, Relations> = {
  [Name in keyof Relations]: Relations[Name] extends { storedName: infer Stored }
    ? Stored extends keyof Entity
      ? unknown
      : 'The entity has no relation of the stored name'
    : Name extends keyof Entity
      ? unknown
      : 'The entity has no relation of this name'
}

/**
 * Declares a resource. If resources refer to each other, TypeScript needs an explicit type: `export interface XView
 * extends RowOf<typeof x> {}` and `export const XResource: Resource<XView> = x`.
 */
export function defineResource<
  Entity extends object,
  Columns extends Shape,
  Computed extends Shape = object,
  Added extends Shape = object,
  Relations extends Shape = object,
  AddedRelations extends Shape = object,
  Row = unknown,
  Table extends FieldTable = never,
  Occasional extends Shape = object,
  Sparse extends Shape = object,
>(
  definition: Definition<Entity, Columns, Computed, Added, Relations, AddedRelations, Row, Table, Occasional, Sparse>,
): Resource<
  z.output<z.ZodObject<Columns & Sparse & Computed & Added & Occasional & Relations & AddedRelations>> &
    ShowsFields<Table>
>
export function defineResource(definition: ErasedDefinition): Resource {
  const { name, entity, scope, computed, alwaysInclude = [], loadSeparately = [] } = definition
  assertValid(definition)
  const columns = memoize(() => ({
    ...definition.columns,
    ...definition.sparse,
    ...fieldColumns(definition.fields),
    ...computed?.columns,
    ...definition.added,
  }))
  const stored = memoize((): Shape => definition.relations?.() ?? {})
  const added = memoize((): Shape => definition.addedRelations?.() ?? {})
  const shape = memoize(() => ({ ...columns(), ...definition.occasional, ...stored(), ...added() }))
  const relations = memoize(
    () =>
      new Map([
        ...Object.entries(stored()).map(([key, schema]) => [key, relationOf(key, schema)] as const),
        ...Object.entries(added()).map(([key, schema]) => [key, addedRelationOf(key, schema)] as const),
      ]),
  )
  const columnNames = memoize(() => Object.keys(columns()))
  const fieldNames = memoize(() => Object.keys(fieldColumns(definition.fields)))
  const model: ResourceModel = {
    name,
    entity,
    table: definition.fields,
    get columns() {
      return columnNames()
    },
    get fieldNames() {
      return fieldNames()
    },
    scope: scope && Object.fromEntries(Object.entries(scope)),
    alwaysInclude,
    loadSeparately,
    computed,
    get relations() {
      return relations()
    },
    occasionalNames: Object.keys(definition.occasional ?? {}),
    sparseNames: Object.keys(definition.sparse ?? {}),
    get shape() {
      return shape()
    },
  }
  const schema = new z.ZodObject({
    type: 'object',
    get shape() {
      return shape()
    },
  })
  if (definition.fields) tables.set(name, definition.fields)
  return Object.assign(schema.meta({ id: name }), { model })
}

const tables = new Map<string, FieldTable>()

/** Returns the table whose plugin fields the resource of this name shows. */
export const tableOfResource = (name: string): FieldTable | undefined => tables.get(name)

/** Relations may refer to later resources, so only their types are checked here. */
function assertValid({ name, entity, columns, sparse, relations, addedRelations }: ErasedDefinition): void {
  const fail = (problem: string): never => {
    throw new TypeError(`The resource ${name} is invalid: ${problem}`)
  }
  if (typeof entity !== 'function') fail('`entity` must be a class.')
  const properties = EntitySchema.REGISTRY.get(entity)?.meta.properties
  for (const [part, value] of Object.entries({ relations, addedRelations }))
    if (value !== undefined && typeof value !== 'function')
      fail(`\`${part}\` must be a function: ${part}: () => ({ customer: toOne(CustomerResource) }).`)
  for (const [column, schema] of Object.entries({ ...columns, ...sparse })) {
    if (properties && !(column in properties || column in entity.prototype)) fail(`the entity has no column ${column}.`)
    if (!(schema instanceof z.ZodType)) fail(`the column ${column} has no schema. Use columnsOf or pickColumns.`)
  }
}

export type RowOf<R extends Resource> = z.output<R>

export type ToOne<Row> = z.ZodOptional<z.ZodNullable<z.ZodType<Row, Row>>>
export type ToMany<Row> = z.ZodOptional<z.ZodArray<z.ZodType<Row, Row>>>

export const toOne = <Row>(related: Resource<Row>): ToOne<Row> => related.nullable().optional()

export const toMany = <Row>(related: Resource<Row>): ToMany<Row> => z.array(related).optional()

/** Declares a relation to the row `storedName`. The response contains a list with this row. */
export const listOfOne = <Row, const Stored extends string>(
  storedName: Stored,
  related: Resource<Row>,
): ToMany<Row> & { storedName: Stored } => Object.assign(toMany(related), { storedName })

function relationOf(name: string, schema: z.ZodType & { storedName?: string }): Relation {
  return {
    ...addedRelationOf(name, schema),
    storedName: schema.storedName ?? name,
    isListOfOne: 'storedName' in schema,
  }
}

function addedRelationOf(name: string, schema: z.ZodType): Relation {
  const resource = relatedResource(schema)
  if (!resource) throw new Error(`${name} is not a relation to a resource`)
  return { resource, model: resource.model, storedName: undefined, isListOfOne: false }
}

const isResource = (schema: object): schema is Resource => 'model' in schema

export function relatedResource(property: z.core.$ZodType | undefined): Resource | undefined {
  let schema = property
  while (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodArray)
    schema = schema instanceof z.ZodArray ? schema.element : schema.unwrap()
  return schema && isResource(schema) ? schema : undefined
}

export const relationResource = ({ model }: Resource, name: string): Resource | undefined =>
  model.relations.get(name)?.resource
