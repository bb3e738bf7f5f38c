/* Spreadsheets show a formula after an apostrophe as text. `unescapeFormula` removes one apostrophe again. */

// Spreadsheets also accept full-width signs at the start of a formula.
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/
const ESCAPED_FORMULA = /^'+[=+\-@\t\r\n＝＋－＠]/

export const escapeFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

export const unescapeFormula = (text: string): string => (ESCAPED_FORMULA.test(text) ? text.slice(1) : text)
