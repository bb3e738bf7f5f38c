import { PRODUCT_COLUMNS, VARIANT_COLUMNS } from '../product-csv/columns.ts'
import type { CsvColumn } from '../product-csv/entity-columns.ts'

export const IMPORTED_PRODUCT_COLUMNS = PRODUCT_COLUMNS.filter(({ name }) => name !== 'id' && name !== 'handle')
export const IMPORTED_VARIANT_COLUMNS = VARIANT_COLUMNS.filter(({ name }) => name !== 'id')

export const namesOf = (columns: readonly CsvColumn[]): string[] => columns.map(({ name }) => name)

type Kind = 'product' | 'variant'

const cellSql = (of: Kind, { name, type }: CsvColumn) => `(r.${of}->>'${name}')::${type}`

const literal = (value: string | number | boolean) =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : `${value}`

export const insertValueSql = (of: Kind, column: CsvColumn): string =>
  column.default === undefined ? cellSql(of, column) : `coalesce(${cellSql(of, column)}, ${literal(column.default)})`

/** Returns SQL for the new value of a stored row `s`. `$1` lists the columns of the file. */
export function updateValueSql(of: Kind, column: CsvColumn): string {
  const { name, type } = column
  const emptyTextSql = type === 'text' ? `case when s.${name} = '' then '' end` : 'null'
  const emptySql = column.default === undefined ? emptyTextSql : `s.${name}`
  return `case when '${of} ${name}' = any($1::text[])
    then coalesce(${cellSql(of, column)}, ${emptySql}) else s.${name} end as ${name}`
}
