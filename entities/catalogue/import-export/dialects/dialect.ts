import type { ForeignFile, ForeignRow } from './foreign-file.ts'
import type { TranslationNotes } from './translation-notes.ts'

/** The cells of one row, by the titles of product files, such as `Product Handle`. */
export type Cells = Record<string, string>

/** One product without variants, or one variant with the values of its product. */
export interface TranslatedRow {
  /** The row of the file that errors name. */
  source: ForeignRow
  cells: Cells
}

export interface Translation {
  file: ForeignFile
  notes: TranslationNotes
  /** The titles for prices in the currency of the import, such as `Price EUR`. */
  price: string
  sale: string
}

/**
 * Translates the product files of another program. The rows of one product follow each other, and the first one has the
 * values of the product. Columns that the dialect never reads are reported as not imported.
 */
export interface ProductDialect {
  program: string
  /** Each list has titles that only files of this program have together. */
  signatures: readonly (readonly string[])[]
  /** False if each price names its currency. */
  needsCurrency: boolean
  /** True for a table whose columns a person has mapped. */
  isMapped?: true
  /** The columns with prices that a person has mapped, which may name their taxes. */
  priceTitles?: readonly string[]
  /** Returns the name by which the dialect knows a column. Default: the title in lower case. */
  keyOf?(title: string): string
  translate(translation: Translation): AsyncIterable<TranslatedRow>
}
