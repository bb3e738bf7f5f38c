import type { z } from 'zod'

/** The tables of the core to which a plugin can add columns. */
export const FIELD_TABLES = [
  'product',
  'variant',
  'customer',
  'cart',
  'line_item',
  'order',
  'address',
  'region',
  'shipping_option',
  'product_collection',
  'product_category',
  'discount',
  'gift_card',
  'return',
  'claim',
  'swap',
  'draft_order',
] as const
export type FieldTable = (typeof FIELD_TABLES)[number]

/** The tables whose rows belong to a customer. */
export const TABLES_OF_CUSTOMERS: readonly FieldTable[] = [
  'customer',
  'address',
  'cart',
  'line_item',
  'order',
  'return',
  'claim',
  'swap',
  'draft_order',
]

/** The tables whose rows have texts in several languages. */
export const TABLES_WITH_LANGUAGES: readonly FieldTable[] = [
  'product',
  'variant',
  'product_collection',
  'product_category',
  'region',
  'shipping_option',
]

/** The API whose callers may set a field. */
export type FieldWriter = 'admin' | 'store'

/** The callers that see a field: users of the administration, also the customer of the row, or also each other caller. */
export const FIELD_VIEWERS = ['admin', 'customer', 'public'] as const
export type FieldViewer = (typeof FIELD_VIEWERS)[number]

/** Each viewer also sees the fields of the later ones in `FIELD_VIEWERS`. */
export const seesField = (viewer: FieldViewer, { visibleTo }: { visibleTo: FieldViewer }): boolean =>
  FIELD_VIEWERS.indexOf(viewer) <= FIELD_VIEWERS.indexOf(visibleTo)

export const FIELD_TYPES = [
  'text',
  'enum',
  'integer',
  'money',
  'number',
  'boolean',
  'date',
  'datetime',
  'list',
  'json',
  'relation',
  'file',
] as const
export type FieldType = (typeof FIELD_TYPES)[number]

/** A text in English, or by language: `{ en: 'Gift note', de: 'Grußkarte' }`. */
export type LocalText = string | { readonly en: string; readonly [language: string]: string }

/** The rules of a value. Each type has some of them. */
export interface FieldRules {
  /** Maximum number of characters of a text. */
  readonly maxLength: number
  readonly pattern: RegExp | undefined
  /** A text that matches the pattern, for messages and forms. */
  readonly example: string | undefined
  readonly min: number | undefined
  readonly max: number | undefined
  /** The values of an enum. */
  readonly values: readonly string[]
  /** Maximum number of elements of a list, or of bytes of a JSON value or a file. */
  readonly maxSize: number
  /** The elements of a list. */
  readonly element: Field | undefined
  /** The media types of a file. Empty: all. */
  readonly accept: readonly string[]
  /** The effect of a deletion of the row on a relation. */
  readonly onDelete: OnDelete | undefined
  /** Whether the goods of a row with `true` need no packing. */
  readonly isUnpacked: boolean
  validate?(value: unknown): LocalText | undefined
}

/** The deletion of a row clears the relations to it, or is refused while a row has one. */
export type OnDelete = 'clear' | 'refuse'

/** A column that a plugin adds to a table of the core. */
export interface Field<
  Value = unknown,
  Writer extends FieldWriter = FieldWriter,
  Viewer extends FieldViewer = FieldViewer,
> {
  readonly type: FieldType
  /** The value of a new row that does not set the field. Undefined for a nullable column. */
  readonly default: unknown
  readonly writableBy: readonly Writer[]
  readonly visibleTo: Viewer
  /** Whether the field has personal data of a customer. */
  readonly personal: boolean | undefined
  /** The name in forms and lists of the console. Undefined: the name of the field. */
  readonly label: LocalText | undefined
  /** The column with the currency of an amount. Undefined: the currency of the row. */
  readonly currency: string | undefined
  /** Whether each further language of the shop can have its own text. */
  readonly translated: boolean
  readonly rules: FieldRules
  /** Never set. Carries the type of the value. */
  readonly value?: Value
}

/** Whether the values of the field are texts that a person writes or chooses. */
export const isTextual = (field: Pick<Field, 'type'> | undefined): boolean =>
  field?.type === 'text' || field?.type === 'enum'

interface FieldOptions<Value, Writer extends FieldWriter, Viewer extends FieldViewer> {
  /** The APIs whose callers may set the field. Default: none. */
  writableBy?: readonly Writer[]
  /**
   * The callers that see the field. `admin`: only users of the administration. `customer`: also the logged-in customer of the
   * row. Default: `public`.
   */
  visibleTo?: Viewer
  /**
   * Whether the field has personal data of a customer: the export of a customer contains it, and erasure clears it.
   * All fields of `customer`, `address`, `cart`, `line_item`, `order` and `return` declare it, except numbers, booleans and enums.
   */
  personal?: boolean
  /** The name in forms and lists of the console, in English or by language. Default: the name of the field. */
  label?: LocalText
  /**
   * Returns the requirement that a value breaks, such as `must be a multiple of 5`, or undefined. The message has the name of the field before
   * it. Must be pure: each write runs it, also imports and writes of the plugin.
   *
   * @example
   * validate: (value) => (value % 5 === 0 ? undefined : { en: 'must be a multiple of 5', de: 'muss ein Vielfaches von 5 sein' })
   */
  validate?(value: Value): LocalText | undefined
}

interface FieldBuilder<Value, Options = object> {
  <const Writer extends FieldWriter = never, Viewer extends FieldViewer = 'public'>(
    options: FieldOptions<Value, Writer, Viewer> & Options & { default: Value },
  ): Field<Value, NoInfer<Writer>, NoInfer<Viewer>>
  <const Writer extends FieldWriter = never, Viewer extends FieldViewer = 'public'>(
    options?: FieldOptions<Value, Writer, Viewer> & Options,
  ): Field<Value | null, NoInfer<Writer>, NoInfer<Viewer>>
}

interface EnumBuilder {
  <const Choice extends string, const Writer extends FieldWriter = never, Viewer extends FieldViewer = 'public'>(
    values: readonly [Choice, ...Choice[]],
    options: FieldOptions<NoInfer<Choice>, Writer, Viewer> & { default: NoInfer<Choice> },
  ): Field<Choice, NoInfer<Writer>, NoInfer<Viewer>>
  <const Choice extends string, const Writer extends FieldWriter = never, Viewer extends FieldViewer = 'public'>(
    values: readonly [Choice, ...Choice[]],
    options?: FieldOptions<NoInfer<Choice>, Writer, Viewer>,
  ): Field<Choice | null, NoInfer<Writer>, NoInfer<Viewer>>
}

interface ListBuilder {
  <Element extends string | number, const Writer extends FieldWriter = never, Viewer extends FieldViewer = 'public'>(
    element: Field<Element | null, never>,
    options: FieldOptions<NoInfer<Element>[], Writer, Viewer> & ListOptions & { default: NoInfer<Element>[] },
  ): Field<Element[], NoInfer<Writer>, NoInfer<Viewer>>
  <Element extends string | number, const Writer extends FieldWriter = never, Viewer extends FieldViewer = 'public'>(
    element: Field<Element | null, never>,
    options?: FieldOptions<NoInfer<Element>[], Writer, Viewer> & ListOptions,
  ): Field<Element[] | null, NoInfer<Writer>, NoInfer<Viewer>>
}

interface JsonBuilder {
  <Value, const Writer extends FieldWriter = never, Viewer extends FieldViewer = 'public'>(
    schema: z.ZodType<Value, Value>,
    options: FieldOptions<NoInfer<Value>, Writer, Viewer> & JsonOptions & { default: NoInfer<Value> },
  ): Field<Value, NoInfer<Writer>, NoInfer<Viewer>>
  <Value, const Writer extends FieldWriter = never, Viewer extends FieldViewer = 'public'>(
    schema: z.ZodType<Value, Value>,
    options?: FieldOptions<NoInfer<Value>, Writer, Viewer> & JsonOptions,
  ): Field<Value | null, NoInfer<Writer>, NoInfer<Viewer>>
}

/** An entity with a text as its `id`. */
export type RelationTarget = abstract new (...parameters: never[]) => { id: string }

type RelationBuilder = <const Writer extends FieldWriter = never, Viewer extends FieldViewer = 'public'>(
  target: RelationTarget,
  options: FieldOptions<string, Writer, Viewer> & RelationOptions,
) => Field<string | null, NoInfer<Writer>, NoInfer<Viewer>>

interface RelationOptions {
  /** `clear`: the deletion of the row empties the field. `refuse`: the row cannot be deleted while a field names it. */
  onDelete: OnDelete
}

/** The store has no uploads, so only administrators set a file. */
type FileBuilder = <const Writer extends 'admin' = never, Viewer extends FieldViewer = 'public'>(
  options?: FieldOptions<string, Writer, Viewer> & FileOptions,
) => Field<string | null, NoInfer<Writer>, NoInfer<Viewer>>

interface FileOptions {
  /** The accepted media types, such as `application/pdf`. Default: all. */
  accept?: readonly string[]
  /** Maximum size in bytes. Default: the limit of uploads. */
  maxSize?: number
}

interface TextOptions {
  /** Default: 1,000 characters. */
  maxLength?: number
  /** The whole text must match. `example` shows the format to callers. */
  pattern?: RegExp
  example?: string
  /**
   * Whether each further language of the shop can have its own text. The column has the text of the default language. For fields of products, variants,
   * collections, categories, regions and shipping options. Default: false.
   */
  translated?: boolean
}

interface BooleanOptions {
  /**
   * Whether the goods of a row with `true` need no packing, such as downloads: packing slips and picking lists leave them out. Only
   * for fields of `variant`.
   */
  isUnpacked?: boolean
}

interface NumberOptions {
  min?: number
  max?: number
}

interface MoneyOptions extends NumberOptions {
  /** The text column of the same table that has the currency. Default: the currency of the row. */
  currency?: string
}

interface ListOptions {
  /** Maximum number of elements. Default: 100. */
  maxSize?: number
}

interface JsonOptions {
  /** Maximum size in bytes of the JSON text. Default: 10,000. */
  maxSize?: number
}

interface AnyOptions extends Partial<FieldRules> {
  default?: unknown
  writableBy?: readonly FieldWriter[]
  visibleTo?: FieldViewer
  personal?: boolean
  label?: LocalText
  currency?: string
  translated?: boolean
}

const MAX_ELEMENTS = 100
const MAX_SIZES: { readonly [Type in FieldType]?: number } = { json: 10_000, file: Number.MAX_SAFE_INTEGER }

/** The overloads of the builders have the types of the value, the writers and the viewers. */
function createField(type: FieldType, options: AnyOptions): Field<never, never, never>
function createField(
  type: FieldType,
  {
    writableBy = [],
    visibleTo = 'public',
    default: initial,
    personal,
    label,
    currency,
    translated = false,
    ...rules
  }: AnyOptions,
): Field {
  return {
    type,
    default: initial,
    writableBy,
    visibleTo,
    personal,
    label,
    currency,
    translated,
    rules: {
      maxLength: rules.maxLength ?? 1000,
      pattern: rules.pattern,
      example: rules.example,
      min: rules.min,
      max: rules.max,
      values: rules.values ?? [],
      maxSize: rules.maxSize ?? MAX_SIZES[type] ?? MAX_ELEMENTS,
      accept: rules.accept ?? [],
      element: rules.element,
      onDelete: rules.onDelete,
      isUnpacked: rules.isUnpacked ?? false,
      ...(rules.validate && { validate: rules.validate }),
    },
  }
}

const builderOf =
  <Value, Options = object>(type: FieldType): FieldBuilder<Value, Options> =>
  (options: AnyOptions = {}) =>
    createField(type, options)

const enumField: EnumBuilder = (values: readonly string[], options: AnyOptions = {}) =>
  createField('enum', { ...options, values })

const listField: ListBuilder = (element: Field, options: AnyOptions = {}) =>
  createField('list', { ...options, element })

/** Apart from the rules, so that the types of the client do not name zod. */
const jsonSchemas = new WeakMap<FieldRules, z.ZodType>()

export const jsonSchemaOf = (rules: FieldRules): z.ZodType | undefined => jsonSchemas.get(rules)

const jsonField: JsonBuilder = (schema: z.ZodType, options: AnyOptions = {}) => {
  const field = createField('json', options)
  jsonSchemas.set(field.rules, schema)
  return field
}

/** Apart from the rules, so that the types of the client do not name entities. */
const targets = new WeakMap<FieldRules, RelationTarget>()

/** Returns the entity of a relation. */
export const relationTargetOf = ({ rules }: Field): RelationTarget | undefined => targets.get(rules)

const relationField: RelationBuilder = (target: RelationTarget, options: AnyOptions) => {
  const field = createField('relation', options)
  targets.set(field.rules, target)
  return field
}

/** The shop keeps a file while a field names it. */
const fileField: FileBuilder = (options: AnyOptions = {}) => createField('file', { ...options, onDelete: 'refuse' })

/**
 * Builders of fields. A field with a default is never null. Other fields are null until a caller sets them.
 *
 * @example
 * fields: { line_item: { engraving: field.text({ maxLength: 40, writableBy: ['store', 'admin'], personal: true }) } }
 */
export const field = {
  text: builderOf<string, TextOptions>('text'),
  /** One of some texts: `field.enum(['small', 'large'])`. The column is a `text`. */
  enum: enumField,
  integer: builderOf<number, NumberOptions>('integer'),
  /** An amount in minor units. The column is an `integer`. */
  money: builderOf<number, MoneyOptions>('money'),
  number: builderOf<number, NumberOptions>('number'),
  boolean: builderOf<boolean, BooleanOptions>('boolean'),
  /** A calendar day such as `2026-12-24`, as a text. The column is a `date`. */
  date: builderOf<string>('date'),
  datetime: builderOf<Date>('datetime'),
  /** A list of texts, enums or numbers: `field.list(field.text({ maxLength: 20 }))`. The column is an array such as `text[]`. */
  list: listField,
  /** A JSON value of a zod schema: `field.json(z.strictObject({ width: z.int() }))`. The column is a `jsonb`. */
  json: jsonField,
  /**
   * The ID of a row of an entity: `field.relation(Customer, { onDelete: 'clear' })`. The column is a `text` with a foreign key and
   * an index.
   */
  relation: relationField,
  /**
   * The key of an uploaded file: `field.file({ accept: ['application/pdf'] })`. The file of a field that every caller sees is public,
   * and others are private. The column is a `text` with a foreign key and an index.
   */
  file: fileField,
}

export type Fields = { readonly [Table in FieldTable]?: Readonly<Record<string, Field>> }
