/* Spreadsheets show a formula after an apostrophe as text. `unescapeFormula` removes one apostrophe again. */

// Spreadsheets also accept full-width signs at the start of a formula.
const GUARDED = /^'*[=+\-@\t\r\n＝＋－＠]/
const GUARD = /^'+[=+\-@\t\r\n＝＋－＠]/

export const escapeFormula = (text: string): string => (GUARDED.test(text) ? `'${text}` : text)

export const unescapeFormula = (text: string): string => (GUARD.test(text) ? text.slice(1) : text)
