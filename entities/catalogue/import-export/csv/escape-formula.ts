/* Spreadsheets show a formula after an apostrophe as text. `unescapeFormula` removes the apostrophes again. */

/*
 * Spreadsheets also accept full-width signs at the start of a formula. A program that splits a line at another
 * separator sees a formula inside of a cell, so a sign after a separator counts too.
 */
const FORMULA = /(^(?='*[\t\r\n])|(?:^|[,;\t|])(?='*[=+\-@＝＋－＠]))/g
const ESCAPED_FORMULA = /(^(?='+[\t\r\n])|(?:^|[,;\t|])(?='+[=+\-@＝＋－＠]))'/g

export const escapeFormula = (text: string): string => text.replace(FORMULA, "$1'")

export const unescapeFormula = (text: string): string => text.replace(ESCAPED_FORMULA, '$1')
