/** The font of the PDFs has Latin, Greek and Cyrillic letters, digits and common signs, from left to right. */
const PRINTABLE_SCRIPTS =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Inherited}\p{Script=Common}]*$/u
/** Signs of East Asian texts, and emoji. */
const MISSING_SIGNS = /[\u{3000}-\u{10ffff}]/u

/** Whether a PDF cannot show a text, such as one in Chinese, Arabic or Thai. A browser prints it. */
export const isUnprintable = (text: string): boolean => !PRINTABLE_SCRIPTS.test(text) || MISSING_SIGNS.test(text)
