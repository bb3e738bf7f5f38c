/* `$1` contains the columns of the file. */

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

export const insertValueSql = (of: string, column: string) => {
  const cell = `(r.${of}->>'${column}')::${typeOf(column)}`
  return DEFAULTS[column] ? `coalesce(${cell}, ${DEFAULTS[column]})` : cell
}

/** Keeps the stored value (`s`) if the file has no such column. */
export const updateValueSql = (of: string, column: string) => {
  const cell = `(r.${of}->>'${column}')::${typeOf(column)}`
  const none = DEFAULTS[column]
    ? `s.${column}`
    : typeOf(column) === 'text'
      ? `case when s.${column} = '' then '' end`
      : 'null'
  return `case when '${of} ${column}' = any($1::text[]) then coalesce(${cell}, ${none}) else s.${column} end as ${column}`
}
