import { currencyDecimals } from '#client/currency-decimals.ts'
import { decimalText } from './money-text.ts'

/** Returns lines of cells. `textCell` makes a cell of a text. */
export const csvOf = (lines: readonly (readonly (string | number)[])[]): string =>
  `${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`

/** A spreadsheet does not read the text as a formula. */
export const textCell = (text: string): string => `"${escapeFormula(text).replaceAll('"', '""')}"`

/* The exports of the shop escape formulas in the same way, and a test compares both. */

const SIGNS = '[=+\\-@＝＋－＠]'
const FORMULA = new RegExp(`(?:^|[,;\\t|])(?='*${SIGNS})`, 'g')
const ESCAPED_FORMULA = new RegExp(`(^|[,;\\t|])'(?='*${SIGNS})`, 'g')

/** Puts an apostrophe before each sign that begins a formula, also behind a separator of cells, and before a leading tab or line break. */
export const escapeFormula = (text: string): string => text.replace(FORMULA, "$&'").replace(/^(?='*[\t\r\n])/, "'")

export const unescapeFormula = (text: string): string =>
  text.replace(/^'(?='*[\t\r\n])/, '').replace(ESCAPED_FORMULA, '$1')

/** Returns minor units as a decimal number with a point. */
export const decimalMoney = (amount: number, currency: string): string =>
  decimalText(amount, currencyDecimals(currency))
