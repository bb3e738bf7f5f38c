import { type EntityClass, EntitySchema } from '@mikro-orm/postgresql'
import {
  FIELD_TABLES,
  type Field,
  type Fields,
  type FieldTable,
  type FieldType,
  type FieldViewer,
  type FieldWriter,
  type LocalText,
} from '../field/field.ts'
import { folderOf } from '../field/file-rules.ts'
import { targetOf } from '../field/target-of.ts'

export interface InstalledPlugin {
  name: string
  fields: Fields
  entities: readonly EntityClass<object>[]
  /** The procedures of the administration, such as `packing.pack`. */
  procedures: readonly string[]
  /** The page in the console, or null. */
  page: { title: string } | null
  panels: readonly ConsolePanel[]
  actions: readonly ConsoleAction[]
  links: readonly ConsoleLink[]
}

/** The pages of the console that a plugin extends: those of an order, a customer and a product. */
export const CONSOLE_PLACES = ['order', 'customer', 'product'] as const
export type ConsolePlace = (typeof CONSOLE_PLACES)[number]

/** The pages of the console that can link to pages of a plugin. */
export const LINK_PLACES = [...CONSOLE_PLACES, 'product_collection', 'product_category'] as const
export type LinkPlace = (typeof LINK_PLACES)[number]

export interface ConsoleLink {
  place: LinkPlace
  label: LabelsByLanguage
  /** A path of the shop. `:id` and `:handle` are columns of the row. */
  path: string
}

export interface ConsolePanel {
  place: ConsolePlace
  title: string
  /** Relative to the address of the console. */
  path: string
}

export interface ConsoleAction {
  place: ConsolePlace
  label: LabelsByLanguage
  /** The whole name in tRPC, such as `admin.packing.pack`. */
  procedure: string
  has_preview: boolean
}

export type LabelsByLanguage = Exclude<LocalText, string>

export interface FieldDescription {
  table: FieldTable
  name: string
  label: LabelsByLanguage
  type: FieldType
  /** Maximum number of characters. Null for other types than `text`. */
  max_length: number | null
  min: number | null
  max: number | null
  /** The values of an enum, or of the elements of a list. Null for a value without a choice. */
  values: string[] | null
  /** A text that has the format of the field. */
  example: string | null
  /** The type of the elements of a list. */
  element: FieldType | null
  /** The column with the currency of an amount. */
  currency_column: string | null
  /** The table of the rows of a relation, such as `product_variant`. */
  target: string | null
  /** The media types of a file. */
  accept: string[] | null
  /** Maximum size of a file, in bytes. */
  max_bytes: number | null
  is_private: boolean
  nullable: boolean
  /** Whether each further language of the shop can have its own text. */
  translated: boolean
  writable_by: FieldWriter[]
  visible_to: FieldViewer
  /** Whether lists of the administration filter by the field. */
  filterable: boolean
}

/** The tables whose rows the administration lists. */
const LISTED: readonly FieldTable[] = [
  'product',
  'variant',
  'customer',
  'order',
  'region',
  'shipping_option',
  'product_collection',
  'product_category',
  'discount',
  'gift_card',
  'return',
]

export const describeFields = (fields: Fields): FieldDescription[] =>
  FIELD_TABLES.flatMap((table) =>
    Object.entries(fields[table] ?? {}).map(([name, field]) => ({
      table,
      name,
      ...labelsOf(name, field),
      ...rulesOf(field),
      type: field.type,
      target: field.type === 'relation' ? tableOf(targetOf(field)) : null,
      ...fileRulesOf(field),
      nullable: field.default === undefined,
      translated: field.translated,
      writable_by: [...field.writableBy],
      visible_to: field.visibleTo,
      filterable: LISTED.includes(table) && field.type !== 'json',
    })),
  )

function fileRulesOf(field: Field) {
  const { accept, maxSize } = field.rules
  const isFile = field.type === 'file'
  return {
    accept: isFile && accept.length > 0 ? [...accept] : null,
    max_bytes: isFile && maxSize < Number.MAX_SAFE_INTEGER ? maxSize : null,
    is_private: isFile && folderOf(field) === 'protected',
  }
}

const tableOf = (entity: EntityClass<object> | undefined): string | null =>
  (entity && EntitySchema.REGISTRY.get(entity)?.meta.tableName) ?? null

const labelsOf = (name: string, { label = labelOf(name) }: Field) => ({ label: byLanguage(label) })

export const byLanguage = (text: LocalText): LabelsByLanguage => (typeof text === 'string' ? { en: text } : text)

function rulesOf({ type, currency, rules }: Field) {
  const { element = null, values: own, min = null, max = null } = rules
  const values = element ? element.rules.values : own
  return {
    max_length: type === 'text' ? rules.maxLength : null,
    min,
    max,
    values: values.length > 0 ? [...values] : null,
    example: rules.example ?? null,
    element: element?.type ?? null,
    currency_column: currency ?? null,
  }
}

const labelOf = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`
