import { type EntityClass, type EntityProperty, EntitySchema, ReferenceKind, types } from '@mikro-orm/postgresql'
import type { Field, FieldType } from '#entities/platform/field/field.ts'

export interface CsvColumn {
  name: string
  title: string
  type: FieldType
  allowedValues: readonly string[] | undefined
  /** The field of a plugin that has the column. */
  field: Field | undefined
  /** An import ignores the column. */
  isReadOnly: boolean
  /** Value for an empty cell of a new row. Undefined for a nullable column. */
  default: unknown
}

interface ColumnOptions<Name> {
  prefix: string
  fields: ReadonlyMap<string, Field>
  omit: readonly Name[]
}

/**
 * Returns all text, integer and boolean columns of the entity, and the fields of plugins. A new column needs no change
 * here.
 */
export function csvColumnsOf<Entity extends object>(
  entity: EntityClass<Entity>,
  { prefix, fields, omit }: ColumnOptions<keyof Entity & string>,
): CsvColumn[] {
  const properties: Record<string, Partial<EntityProperty>> = EntitySchema.REGISTRY.get(entity)?.meta.properties ?? {}
  const omitted: readonly string[] = omit
  return Object.entries(properties).flatMap(([name, property]) => {
    const field = fields.get(name)
    const type = name === 'metadata' ? 'json' : (field?.type ?? csvTypeOf(property))
    if (!type || omitted.includes(name)) return []
    return {
      name,
      title: `${prefix} ${titleOf(name)}`,
      type,
      allowedValues: property.items?.map(String),
      field,
      isReadOnly: field?.writableBy.includes('admin') === false,
      default: defaultOf(property),
    }
  })
}

export function splitColumns(columns: readonly CsvColumn[], names: readonly string[]): [CsvColumn[], CsvColumn[]] {
  const byName = new Map(columns.map((column) => [column.name, column]))
  const first = names.flatMap((name) => byName.get(name) ?? [])
  return [first, columns.filter((column) => !first.includes(column))]
}

function csvTypeOf({ kind, type, enum: isEnum, hidden }: Partial<EntityProperty>): FieldType | undefined {
  if (hidden || (kind && kind !== ReferenceKind.SCALAR)) return undefined
  return isEnum ? 'text' : CSV_TYPES.find(([columnType]) => isType(type, columnType))?.[1]
}

const CSV_TYPES = [
  [types.text, 'text'],
  [types.integer, 'integer'],
  [types.boolean, 'boolean'],
] as const

const isType = (type: unknown, columnType: { new (): unknown }) => type === columnType || type instanceof columnType

function defaultOf({ primary, nullable, onCreate }: Partial<EntityProperty>): CsvColumn['default'] {
  if (primary || nullable) return undefined
  return onCreate ? Reflect.apply(onCreate, undefined, []) : ''
}

export const titleOf = (name: string) =>
  name
    .split('_')
    .map((word) => (ACRONYMS.has(word) ? word.toUpperCase() : `${word.charAt(0).toUpperCase()}${word.slice(1)}`))
    .join(' ')

const ACRONYMS = new Set(['ean', 'hs', 'mid', 'sku', 'upc'])
