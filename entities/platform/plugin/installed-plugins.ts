import type { EntityClass } from '@mikro-orm/postgresql'
import { FIELD_TABLES, type Fields, type FieldTable, type FieldType, type FieldWriter } from '../field/field.ts'

export interface InstalledPlugin {
  name: string
  fields: Fields
  entities: readonly EntityClass<object>[]
  /** The page in the console, or null. */
  page: { title: string } | null
}

export interface FieldDescription {
  table: FieldTable
  name: string
  label: string
  type: FieldType
  /** Maximum number of characters. Null for other types than `text`. */
  max_length: number | null
  nullable: boolean
  writable_by: FieldWriter[]
  /** Whether lists of the administration filter by the field. */
  filterable: boolean
}

/** The tables whose rows the administration lists. */
const LISTED: readonly FieldTable[] = ['product', 'variant', 'customer', 'order']

export const describeFields = (fields: Fields): FieldDescription[] =>
  FIELD_TABLES.flatMap((table) =>
    Object.entries(fields[table] ?? {}).map(([name, { label, type, maxLength, writableBy, default: initial }]) => ({
      table,
      name,
      label: label ?? labelOf(name),
      type,
      max_length: type === 'text' ? maxLength : null,
      nullable: initial === undefined,
      writable_by: [...writableBy],
      filterable: LISTED.includes(table),
    })),
  )

const labelOf = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`
