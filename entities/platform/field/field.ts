/** The tables of the core to which a plugin can add columns. */
export const FIELD_TABLES = ['product', 'variant', 'customer', 'cart', 'line_item', 'order'] as const
export type FieldTable = (typeof FIELD_TABLES)[number]

/** The API whose callers may set a field. */
export type FieldWriter = 'admin' | 'store'

export type FieldType = 'text' | 'integer' | 'number' | 'boolean' | 'datetime'

/** A column that a plugin adds to a table of the core. */
export interface Field<Value = unknown, Writer extends FieldWriter = FieldWriter> {
  readonly type: FieldType
  /** The value of a new row that does not set the field. Undefined for a nullable column. */
  readonly default: unknown
  /** Maximum number of characters of a text. */
  readonly maxLength: number
  readonly writableBy: readonly Writer[]
  /** Whether the field has personal data of a customer. */
  readonly personal: boolean | undefined
  /** The name in forms and lists of the console. Undefined: the name of the field. */
  readonly label: string | undefined
  /** Never set. Carries the type of the value. */
  readonly value?: Value
}

interface FieldOptions<Writer extends FieldWriter> {
  /** The APIs whose callers may set the field. Default: none. */
  writableBy?: readonly Writer[]
  /**
   * Whether the field has personal data of a customer: the export of a customer contains it, and erasure clears it.
   * Text and datetime fields of `customer`, `cart`, `line_item` and `order` declare it.
   */
  personal?: boolean
  /** The name in forms and lists of the console. Default: the name of the field. */
  label?: string
}

interface FieldBuilder<Value, Options = object> {
  <const Writer extends FieldWriter = never>(
    options: FieldOptions<Writer> & Options & { default: Value },
  ): Field<Value, NoInfer<Writer>>
  <const Writer extends FieldWriter = never>(
    options?: FieldOptions<Writer> & Options,
  ): Field<Value | null, NoInfer<Writer>>
}

const builderOf =
  <Value, Options = object>(type: FieldType): FieldBuilder<Value, Options> =>
  <Writer extends FieldWriter>({
    writableBy = [],
    maxLength = 1000,
    default: initial,
    personal,
    label,
  }: FieldOptions<Writer> & { maxLength?: number; default?: unknown } = {}) => ({
    type,
    writableBy,
    maxLength,
    default: initial,
    personal,
    label,
  })

/**
 * Builders of fields. A field with a default is never null. Other fields are null until a caller sets them.
 *
 * @example
 * fields: { line_item: { engraving: field.text({ maxLength: 40, writableBy: ['store', 'admin'], personal: true }) } }
 */
export const field = {
  text: builderOf<string, { maxLength?: number }>('text'),
  integer: builderOf<number>('integer'),
  number: builderOf<number>('number'),
  boolean: builderOf<boolean>('boolean'),
  datetime: builderOf<Date>('datetime'),
}

export type Fields = { readonly [Table in FieldTable]?: Readonly<Record<string, Field>> }
