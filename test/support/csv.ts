import { parse } from 'csv-parse/sync'
import { csvLines } from '#entities/catalogue/import-export/csv/write-csv.ts'

export type CsvRow = Record<string, string>

/** Parses a CSV. Does not use the parser of the shop, which the tests check. */
export function readCsv(text: string, delimiter = ';'): { titles: string[]; rows: CsvRow[] } {
  const [titles = [], ...lines] = parse(text, { delimiter }) as string[][]
  return { titles, rows: lines.map((cells) => Object.fromEntries(titles.map((title, i) => [title, cells[i] ?? '']))) }
}

export function writeCsv(rows: readonly Record<string, string | number>[]): string {
  const titles = Object.keys(rows[0] ?? {})
  return csvLines([titles, ...rows.map((row) => titles.map((title) => row[title]))])
}
