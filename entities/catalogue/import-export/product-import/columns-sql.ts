/* Fragments of the statements that put staged cells into columns. `$1` are the columns that the file has. */

/** Columns of products and variants by their types; those that may be empty are emptied by an empty cell. */
const TYPES: Record<string, string> = {
  weight: 'int',
  length: 'int',
  width: 'int',
  height: 'int',
  inventory_quantity: 'int',
  discountable: 'boolean',
  allow_backorder: 'boolean',
  manage_inventory: 'boolean',
}

const PHYSICAL = ['weight', 'length', 'width', 'height', 'hs_code', 'origin_country', 'mid_code', 'material']

/** With what an empty cell stands for in something new; undefined where it stands for nothing. */
const DEFAULTS: Record<string, string> = {
  title: "''",
  status: "'draft'",
  discountable: 'true',
  inventory_quantity: '0',
  allow_backorder: 'false',
  manage_inventory: 'true',
}

export const IMPORTED_PRODUCT_COLUMNS = [
  'title',
  'subtitle',
  'description',
  'status',
  'thumbnail',
  'discountable',
  'external_id',
  ...PHYSICAL,
]

export const IMPORTED_VARIANT_COLUMNS = [
  'title',
  'sku',
  'barcode',
  'inventory_quantity',
  'allow_backorder',
  'manage_inventory',
  ...PHYSICAL,
]

const typeOf = (column: string) => TYPES[column] ?? 'text'

/** The cell of a new row. */
export const insertValueSql = (of: string, column: string) => {
  const cell = `(r.${of}->>'${column}')::${typeOf(column)}`
  return DEFAULTS[column] ? `coalesce(${cell}, ${DEFAULTS[column]})` : cell
}

/**
 * What a column of a stored row (`s`) becomes: an empty cell empties it, unless it is empty in its own way or may not be.
 */
export const updateValueSql = (of: string, column: string) => {
  const cell = `(r.${of}->>'${column}')::${typeOf(column)}`
  const none = DEFAULTS[column]
    ? `s.${column}`
    : typeOf(column) === 'text'
      ? `case when s.${column} = '' then '' end`
      : 'null'
  return `case when '${of} ${column}' = any($1::text[]) then coalesce(${cell}, ${none}) else s.${column} end as ${column}`
}
