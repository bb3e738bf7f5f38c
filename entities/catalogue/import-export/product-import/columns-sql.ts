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

const cellSql = (of: Kind, { name, type }: CsvColumn) =>
  type === 'json' ? `nullif(r.${of}->'${name}', 'null')` : `(r.${of}->>'${name}')::${SQL_TYPES[type]}`

const SQL_TYPES = {
  text: 'text',
  integer: 'integer',
  number: 'double precision',
  boolean: 'boolean',
  datetime: 'timestamptz',
} as const

function literal(value: string | number | boolean | Date): string {
  if (value instanceof Date) return `'${value.toISOString()}'`
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : `${value}`
}

export const insertValueSql = (of: Kind, column: CsvColumn): string =>
  column.default === undefined ? cellSql(of, column) : `coalesce(${cellSql(of, column)}, ${literal(column.default)})`

/** Returns SQL for the new value of a stored row `s`. `$1` lists the columns of the file. */
export function updateValueSql(of: Kind, column: CsvColumn): string {
  const { name, type } = column
  const emptyTextSql = type === 'text' ? `case when s."${name}" = '' then '' end` : 'null'
  const emptySql = column.default === undefined ? emptyTextSql : `s."${name}"`
  return `case when '${of} ${name}' = any($1::text[])
    then coalesce(${cellSql(of, column)}, ${emptySql}) else s."${name}" end as "${name}"`
}
