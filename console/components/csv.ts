import { decimalsOf, decimalText } from './money-text.ts'

/** Returns lines of cells. `textCell` makes a cell of a text. */
export const csvOf = (lines: readonly (readonly (string | number)[])[]): string =>
  `${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`

/** A spreadsheet does not read the text as a formula. */
export const textCell = (text: string): string =>
  `"${(/^[=+\-@\t]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** Returns minor units as a decimal number with a point. */
export const decimalMoney = (amount: number, currency: string): string => decimalText(amount, decimalsOf(currency))
