import { translatedColumnsOf } from '#entities/platform/translation/translated-columns.ts'
import { memoize } from '#entities/values/memoize.ts'
import { Product } from '../../product/product.ts'
import { ProductVariant } from '../../product/product-variant.ts'
import { plainTitle, titleKey } from '../csv/title-key.ts'
import { productColumns, variantColumns } from './columns.ts'
import type { CsvColumn } from './entity-columns.ts'

/** A text of a row that other languages have: `Product Title (de)`, `Option 1 Value (de)`. */
export type TextColumn =
  | { of: 'product' | 'variant'; column: CsvColumn }
  | { of: 'option'; number: number; name: 'Name' | 'Value' }

export type TranslatedColumn = { of: 'translation'; language: string; text: TextColumn; title: string }

/** The columns of products and variants with a column for each language. */
export const textColumns = memoize(() => ({
  product: productColumns().all.filter(({ name }) => translatedColumnsOf(Product).includes(name)),
  variant: variantColumns().all.filter(({ name }) => translatedColumnsOf(ProductVariant).includes(name)),
}))

export const translatedTitle = (title: string, language: string): string => `${title} (${language})`

const TRANSLATED = /^(.+) \(([a-z]{2,8}(?:-[a-z0-9]{1,8})*)\)$/i
const OPTION = /^option ([1-9]\d{0,2}) (name|value)$/

/** Returns undefined if the title has no language, or names no translated text. `language` is as the file writes it. */
export function translatedColumn(title: string): TranslatedColumn | undefined {
  const [, base = '', language = ''] = TRANSLATED.exec(plainTitle(title)) ?? []
  const text = textColumn(titleKey(base))
  return text && { of: 'translation', language, text, title: translatedTitle(titleOfText(text), language) }
}

function textColumn(key: string): TextColumn | undefined {
  const [, number, name] = OPTION.exec(key) ?? []
  if (number !== undefined) return { of: 'option', number: Number(number), name: name === 'name' ? 'Name' : 'Value' }
  for (const subject of ['product', 'variant'] as const) {
    const column = textColumns()[subject].find(({ title }) => titleKey(title) === key)
    if (column) return { of: subject, column }
  }
  return undefined
}

export const titleOfText = (text: TextColumn): string =>
  text.of === 'option' ? `Option ${text.number} ${text.name}` : text.column.title
