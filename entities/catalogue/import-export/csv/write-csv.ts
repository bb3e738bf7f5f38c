import { stringify } from 'csv-stringify/sync'
import type { FieldType } from '#entities/platform/field/field.ts'
import { escapeFormula } from './escape-formula.ts'

/** `csvLines` escapes a text that looks like a formula, but not a number. */
export type Cell = string | number | boolean | Date | null | undefined

/** The format of Medusa v1: `;` between cells and CRLF after each line. */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? escapeFormula(cell) : cell)))
  return stringify(cells, {
    delimiter: ';',
    record_delimiter: '\r\n',
    quoted_match: /[,;"\r\n]/,
    cast: { boolean: String, date: (time) => time.toISOString() },
  })
}

/** Returns the cell of a value of a column or a field. */
export function cellOf(type: FieldType, value: Cell | object): Cell {
  if (Array.isArray(value) && type === 'list') return listCell(value.map(String))
  if (type === 'json') return value == null ? null : JSON.stringify(value)
  return value as Cell
}

export const listCell = (values: readonly string[]): string =>
  values.length === 0 ? '' : stringify([[...values]], { eof: false, quoted_match: /^\s|\s$|[,"\r\n]/ })
