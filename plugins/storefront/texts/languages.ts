import { de } from './de.ts'
import { en, type Texts } from './en.ts'

export interface Language {
  /** A code of BCP 47, such as `de`. It begins the paths of all languages except the first: `/de/products/mug`. */
  readonly code: string
  /** The name of the language in this language. */
  readonly name: string
  /** The locale of numbers and dates. Default: `code`. */
  readonly locale?: string
  /** Default: `ltr`. */
  readonly direction?: 'ltr' | 'rtl'
  readonly texts: Texts
}

export const english: Language = { code: 'en', name: 'English', locale: 'en-GB', texts: en }
export const german: Language = { code: 'de', name: 'Deutsch', texts: de }
