/*
 * What a spreadsheet would take for a formula gets an apostrophe in front, which it shows as text. Whoever reads the file
 * here takes that off again; so that nothing else is taken off, apostrophes that stand there already get one more.
 */

// Where people write in characters of full width, those too begin a formula.
const GUARDED = /^'*[=+\-@\t\r\n＝＋－＠]/
const GUARD = /^'+[=+\-@\t\r\n＝＋－＠]/

export const escapeFormula = (text: string): string => (GUARDED.test(text) ? `'${text}` : text)

export const unescapeFormula = (text: string): string => (GUARD.test(text) ? text.slice(1) : text)
