/*
 * Spreadsheets show a formula after an apostrophe as text. `unescapeFormula` removes the apostrophes again. Spreadsheets
 * also accept full-width signs at the start of a formula. A program that splits a line at another separator sees a formula
 * inside of a cell, so a sign after a separator counts too.
 */
const FORMULA = /(?:^|[,;\t|])(?='*[=+\-@＝＋－＠])/g
const ESCAPED_FORMULA = /(^|[,;\t|])'(?='*[=+\-@＝＋－＠])/g

const WHITE_START = /^(?='*[\t\r\n])/
const ESCAPED_WHITE_START = /^'(?='*[\t\r\n])/

export const escapeFormula = (text: string): string => text.replace(FORMULA, "$&'").replace(WHITE_START, "'")

export const unescapeFormula = (text: string): string =>
  text.replace(ESCAPED_WHITE_START, '').replace(ESCAPED_FORMULA, '$1')
