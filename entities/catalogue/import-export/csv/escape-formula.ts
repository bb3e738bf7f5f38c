/*
 * An apostrophe before a formula makes spreadsheets show it as text. Existing apostrophes get one more, so that reading
 * the file restores the original text.
 */

// Spreadsheets also accept full-width signs.
const GUARDED = /^'*[=+\-@\t\r\n＝＋－＠]/
const GUARD = /^'+[=+\-@\t\r\n＝＋－＠]/

export const escapeFormula = (text: string): string => (GUARDED.test(text) ? `'${text}` : text)

export const unescapeFormula = (text: string): string => (GUARD.test(text) ? text.slice(1) : text)
