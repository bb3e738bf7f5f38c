import { escapeFormula, unescapeFormula } from '../csv.ts'
import type { CellRange } from './grid-column.ts'

/**
 * Reads the text that Excel, LibreOffice, Numbers and Google Sheets copy: cells between tabs, rows between line breaks. A
 * cell with a tab, a line break or a quote is in quotes. Formulas lose the apostrophes of `writeClipboardTable`.
 */
export function readClipboardTable(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    rows.at(-1)?.push(unescapeFormula(cell))
    cell = ''
  }
  const plain = text.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  for (let at = 0; at < plain.length; at++) {
    const sign = plain.charAt(at)
    if (isQuoted && sign === '"' && plain[at + 1] === '"') {
      cell += '"'
      at++
    } else if (isQuoted && sign === '"') isQuoted = false
    else if (isQuoted) cell += sign
    else if (sign === '"' && cell === '' && isQuotedCell(plain, at)) isQuoted = true
    else if (sign === '\t') endCell()
    else if (sign === '\n') {
      endCell()
      rows.push([])
    } else cell += sign
  }
  endCell()
  return rows
}

/** A quote without an end before a tab or a line break belongs to the text: `"Best of" mug`. */
const isQuotedCell = (text: string, start: number): boolean => /^"(?:[^"]|"")*"(?=\t|\n|$)/.test(text.slice(start))

/** The copied cells as often as they fit into the selected range, as Excel pastes them. */
export function tableForRange(table: readonly string[][], { from, to }: CellRange): string[][] {
  const width = Math.max(...table.map((line) => line.length))
  const [down, across] = [timesIn(to.row - from.row + 1, table.length), timesIn(to.column - from.column + 1, width)]
  const wide = table.map((line) =>
    across === 1 ? line : Array.from({ length: across }, () => padded(line, width)).flat(),
  )
  return Array.from({ length: down }, () => wide).flat()
}

const timesIn = (selected: number, copied: number): number => (selected % copied === 0 ? selected / copied : 1)

const padded = (line: readonly string[], width: number): string[] =>
  Array.from({ length: width }, (_, at) => line[at] ?? '')

export const writeClipboardTable = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map(writeCell).join('\t')).join('\n')

/** A spreadsheet does not read a copied text as a formula. Negative numbers stay numbers. */
const writeCell = (text: string): string => {
  const safe = NUMBER.test(text) ? text : escapeFormula(text)
  return /[\t\n"]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const NUMBER = /^-?\d+([.,]\d+)?$/
