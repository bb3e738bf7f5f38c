import type { Field } from '#entities/platform/field/field.ts'
import { columnTypesOf } from '#entities/platform/field/installed-fields.ts'
import { memoize } from '#entities/values/memoize.ts'
import { productColumns, variantColumns } from '../product-csv/columns.ts'
import type { CsvColumn } from '../product-csv/entity-columns.ts'

export const importedProductColumns = memoize(() =>
  productColumns().all.filter(({ name, isReadOnly }) => !SPECIAL_COLUMNS.has(name) && !isReadOnly),
)

/** Columns with their own rules. */
const SPECIAL_COLUMNS = new Set(['id', 'handle', 'is_giftcard'])

export const importedVariantColumns = memoize(() =>
  variantColumns().all.filter(({ name, isReadOnly }) => name !== 'id' && !isReadOnly),
)

/** Returns quoted names, because a field of a plugin may have the name of an SQL keyword. */
export const quotedNamesOf = (columns: readonly CsvColumn[]): string[] => columns.map(({ name }) => `"${name}"`)

type Kind = 'product' | 'variant'

function cellSql(of: Kind, { name, type, field }: CsvColumn): string {
  if (type === 'json') return `nullif(r.${of}->'${name}', 'null')`
  if (type !== 'list') return `(r.${of}->>'${name}')::${SQL_TYPES[type]}`
  return `case when jsonb_typeof(r.${of}->'${name}') = 'array' then ${arraySql(field, `r.${of}->'${name}'`)} end`
}

const arraySql = (field: Field | undefined, json: string): string =>
  `array(select jsonb_array_elements_text(${json}))::${field ? columnTypesOf(field)[0] : 'text[]'}`

const SQL_TYPES = {
  text: 'text',
  enum: 'text',
  relation: 'text',
  file: 'text',
  integer: 'integer',
  money: 'integer',
  number: 'double precision',
  boolean: 'boolean',
  date: 'date',
  datetime: 'timestamptz',
} as const

function literal({ type, field, default: value }: CsvColumn): string {
  if (value instanceof Date) return `'${value.toISOString()}'`
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object') return `${String(value)}`
  const json = `${quoted(JSON.stringify(value))}::jsonb`
  return type === 'list' ? arraySql(field, json) : json
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

export const insertValueSql = (of: Kind, column: CsvColumn): string =>
  column.default === undefined ? cellSql(of, column) : `coalesce(${cellSql(of, column)}, ${literal(column)})`

/** Returns SQL for the new value of a stored row `s`. `$1` lists the columns of the file. */
export function updateValueSql(of: Kind, column: CsvColumn): string {
  const { name, type } = column
  const emptyTextSql = type === 'text' ? `case when s."${name}" = '' then '' end` : 'null'
  const emptySql = column.default === undefined ? emptyTextSql : `s."${name}"`
  return `case when '${of} ${name}' = any($1::text[])
    then coalesce(${cellSql(of, column)}, ${emptySql}) else s."${name}" end as "${name}"`
}
