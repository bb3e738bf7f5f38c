import {
  type EntityClass,
  type EntityProperty,
  EntitySchema,
  type Hidden,
  type IndexHints,
  type Opt,
  types,
} from '@mikro-orm/postgresql'
import { z } from 'zod'
import { Timestamp } from '#entities/values/time-input.ts'
import { SingleLine } from './common.ts'

type Properties<Entity> = Entity extends { [IndexHints]?: [infer Declared] } ? Declared : never

type RelationOrHidden = ((...of: never) => unknown) | { '~options'?: { hidden: true } }

export type ColumnName<Entity> = {
  [Name in keyof Properties<Entity>]: Properties<Entity>[Name] extends RelationOrHidden ? never : Name
}[keyof Properties<Entity>] &
  keyof Entity &
  string

type TextColumnName<Entity> = {
  [Name in ColumnName<Entity>]: NonNullable<Entity[Name]> extends string ? Name : never
}[ColumnName<Entity>]

export type ValueOf<Property> = Property extends undefined
  ? never
  : Property extends () => infer Computed
    ? Computed
    : Property extends infer Value & Opt.Brand & Hidden.Brand
      ? Value
      : Property

type ColumnSchemas<Entity, Name extends keyof Entity> = {
  [Column in Name]: z.ZodType<ValueOf<Entity[Column]>, ValueOf<Entity[Column]>>
}

export function columnsOf<Entity extends object, Omitted extends ColumnName<Entity> = never>(
  entity: EntityClass<Entity>,
  options?: { omit: readonly Omitted[] },
): ColumnSchemas<Entity, Exclude<ColumnName<Entity>, Omitted>>
export function columnsOf(entity: EntityClass<object>, { omit }: { omit: readonly string[] } = { omit: [] }): Schemas {
  const shown = declaredProperties(entity).filter(([name, { hidden }]) => !hidden && !omit.includes(name))
  return Object.fromEntries(shown.map(([name, property]) => [name, schemaOf(property)]))
}

export function pickColumns<Entity extends object, Picked extends ColumnName<Entity>>(
  entity: EntityClass<Entity>,
  names: readonly Picked[],
): ColumnSchemas<Entity, Picked>
export function pickColumns(entity: EntityClass<object>, names: readonly string[]): Schemas {
  const declared = new Map(declaredProperties(entity))
  return Object.fromEntries(names.map((name) => [name, schemaOf(declared.get(name) ?? {})]))
}

type SparseSchemas<Entity, Name extends keyof Entity> = {
  [Column in Name]: z.ZodOptional<z.ZodType<NonNullable<ValueOf<Entity[Column]>>, NonNullable<ValueOf<Entity[Column]>>>>
}

/** Returns the schemas of columns that a response omits while they are null, false or 0. */
export function sparseColumns<Entity extends object, Picked extends ColumnName<Entity>>(
  entity: EntityClass<Entity>,
  names: readonly Picked[],
): SparseSchemas<Entity, Picked>
export function sparseColumns(entity: EntityClass<object>, names: readonly string[]): Schemas {
  const declared = new Map(declaredProperties(entity))
  return Object.fromEntries(names.map((name) => [name, requiredSchemaOf(declared.get(name) ?? {}).optional()]))
}

type InputOf<Value> = Value extends Date ? Date | string : Value

type OptionalInputs<Entity, Name extends keyof Entity> = {
  [Column in Name]: z.ZodOptional<
    z.ZodNullable<z.ZodType<NonNullable<ValueOf<Entity[Column]>>, InputOf<NonNullable<ValueOf<Entity[Column]>>>>>
  >
}

/** Returns the schemas of columns in an input. A caller may omit each column or send null. */
export function optionalInputs<Entity extends object, Name extends ColumnName<Entity>>(
  entity: EntityClass<Entity>,
  names: readonly Name[],
): OptionalInputs<Entity, NoInfer<Name>>
export function optionalInputs(entity: EntityClass<object>, names: readonly string[]): Schemas {
  const declared = new Map(declaredProperties(entity))
  return Object.fromEntries(names.map((name) => [name, inputSchemaOf(declared.get(name) ?? {}).nullish()]))
}

/** Returns the schemas of names and parts of addresses in an input. A caller may omit each of them or send null. */
export const optionalSingleLines = <Entity extends object, Name extends TextColumnName<Entity>>(
  _entity: EntityClass<Entity>,
  names: readonly Name[],
) =>
  Object.fromEntries(names.map((name) => [name, SingleLine.nullish()])) as Record<
    Name,
    z.ZodOptional<z.ZodNullable<typeof SingleLine>>
  >

type Schemas = Record<string, z.ZodType>
type Property = Partial<EntityProperty>

/** The columns of an entity, without its relations. */
export function declaredProperties(entity: EntityClass<object>): [name: string, Property][] {
  const properties: Record<string, Property> = EntitySchema.REGISTRY.get(entity)?.meta.properties ?? {}
  return Object.entries(properties).filter(([, { kind = 'scalar' }]) => kind === 'scalar')
}

function inputSchemaOf(property: Property): z.ZodType {
  if (isType(property.type, types.datetime)) return Timestamp
  const schema = requiredSchemaOf(property)
  return schema instanceof z.ZodString ? schema.trim() : schema
}

const schemaOf = (property: Property) =>
  property.nullable ? requiredSchemaOf(property).nullable() : requiredSchemaOf(property)

function requiredSchemaOf({ enum: isEnum, items = [], type }: Property): z.ZodType {
  const [word, ...otherWords] = items.map(String)
  if (isEnum && word !== undefined) return otherWords.length > 0 ? z.enum([word, ...otherWords]) : z.literal(word)
  const make = schemasByType.find(([columnType]) => isType(type, columnType))?.[1]
  if (!make) throw new Error('A column of this type needs a schema in its resource')
  return make()
}

const isType = (type: unknown, columnType: { new (): unknown }) => type === columnType || type instanceof columnType

const schemasByType = [
  [types.text, z.string],
  [types.integer, z.int],
  [types.smallint, z.int],
  [types.bigint, z.int],
  [types.double, z.number],
  [types.boolean, z.boolean],
  [types.datetime, z.date],
  [types.array, () => z.array(z.string())],
  [types.json, () => z.record(z.string(), z.unknown())],
] as const
