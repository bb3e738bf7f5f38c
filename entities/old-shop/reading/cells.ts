import type { ForeignRow } from '#entities/catalogue/import-export/dialects/foreign-file.ts'

/** The first of these columns that has a value. Marks all of them as read. */
export const filled = (row: ForeignRow, ...titles: string[]): string =>
  titles.map((title) => plainCell(row.cell(title))).find((text) => text !== '') ?? ''

/** Shopify writes `'01234`, so that spreadsheets keep the zero. Line breaks become blanks. */
const plainCell = (text: string): string => text.replace(/^'(?=\S)/, '').replace(/\s*[\r\n]+\s*/g, ' ')

export const textOrNull = (row: ForeignRow, ...titles: string[]): string | null => filled(row, ...titles) || null

const YES = ['yes', 'true', '1', 'subscribed', 'ja', 'oui', 'si', 'sí']

/** Null for an empty cell. */
export function booleanOrNull(row: ForeignRow, ...titles: string[]): boolean | null {
  const text = filled(row, ...titles).toLowerCase()
  return text === '' ? null : YES.includes(text)
}

/** A spreadsheet has replaced the digits of a number, as in `1.23E+10`. */
export const hasLostDigits = (text: string): boolean => /^\d([.,]\d+)?E\+?\d+$/i.test(text)
