import { stringify } from 'csv-stringify/sync'
import { escapeFormula } from './escape-formula.ts'

/** Empty where there is nothing. Texts are guarded against being taken for formulas; numbers are no texts. */
export type Cell = string | number | boolean | null | undefined

/** Lines as clients of this wire format read them: `;` between cells, CRLF after each line, quotes where they are needed. */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? escapeFormula(cell) : cell)))
  return stringify(cells, {
    delimiter: ';',
    record_delimiter: '\r\n',
    quoted_match: /[,;"\r\n]/,
    cast: { boolean: String },
  })
}

/** The values of one cell that holds several, by commas; one that has a comma itself stands in quotes. */
export const listCell = (values: readonly string[]): string =>
  values.length === 0 ? '' : stringify([[...values]], { eof: false, quoted_match: /^\s|\s$|[,"\r\n]/ })
