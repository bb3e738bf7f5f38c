import type { BatchNotice } from '#entities/platform/batch-job/batch-job.ts'
import { VARIANT_CODES } from '../../product/product-variant.ts'
import type { CsvLine } from '../csv/read-csv.ts'
import { importNotice } from '../import-notice.ts'
import { titleOf } from '../product-csv/entity-columns.ts'
import type { Cells, ProductDialect } from './dialect.ts'
import { ForeignFile, type ForeignRow } from './foreign-file.ts'
import { isFormatted } from './formatted-text.ts'
import { TranslationNotes } from './translation-notes.ts'

export interface TranslatedTable {
  rows: AsyncIterable<{ source: ForeignRow; cells: Cells }>
  /** Call it after the last row. */
  notices(): BatchNotice[]
}

interface Source {
  titles: readonly string[]
  lines: AsyncIterable<CsvLine>
  /** Of all prices without a currency. */
  currency_code: string
}

/** Translates a file of another program to the columns of a product file. */
export function translateTable(dialect: ProductDialect, source: Source): TranslatedTable {
  const file = new ForeignFile(source, dialect.keyOf)
  const notes = new TranslationNotes()
  const currency = source.currency_code.toUpperCase()
  const translation = { file, notes, price: `Price ${currency}`, sale: `Sale Price ${currency}` }
  const counts = { products: new Set<string>(), variants: 0 }
  return {
    rows: (async function* () {
      const correct = corrector(notes, await import('./html-text.ts'))
      for await (const { source: row, cells } of dialect.translate(translation)) {
        counts.products.add(cells['Product Handle'] ?? '')
        if (cells['Variant Title'] !== undefined) counts.variants += 1
        yield { source: row, cells: correct(row, cells) }
      }
    })(),
    notices: () => [
      importNotice({
        name: 'import_recognized',
        program: dialect.program,
        products: counts.products.size,
        variants: counts.variants,
      }),
      ...notes.notices(),
      ...unreadNotices(file),
    ],
  }
}

const unreadNotices = (file: ForeignFile) => {
  const columns = file.unreadColumns()
  const titles = columns.map(({ title, count }) => `${title} (${count})`).join(', ')
  return columns.length === 0 ? [] : [importNotice({ name: 'import_columns_dropped', titles })]
}

type HtmlText = typeof import('./html-text.ts')

const CODE_TITLES = VARIANT_CODES.map((code) => `Variant ${titleOf(code)}`)

/** Rules of the shop that other programs do not have: unique codes, texts without HTML and whole addresses of images. */
function corrector(notes: TranslationNotes, html: HtmlText) {
  const seen = new Set<string>()
  return (row: ForeignRow, cells: Cells): Cells => {
    const corrected = { ...cells }
    if (cells['Variant Title'] === '') corrected['Variant Title'] = cells['Product Title'] || 'Default'
    if (cells[THUMBNAIL] && !isWholeAddress(cells[THUMBNAIL])) corrected[THUMBNAIL] = ''
    for (const title of CODE_TITLES) {
      const code = cells[title]
      if (!code) continue
      const key = `${title} ${code}`
      if (seen.has(key)) {
        corrected[title] = ''
        notes.add('repeated_code', row)
      }
      seen.add(key)
    }
    return { ...withoutImages(corrected), ...textCells(row, cells, { notes, html }), ...imageCells(row, cells, notes) }
  }
}

/** Descriptions are Markdown, subtitles have no formatting. */
function textCells(row: ForeignRow, cells: Cells, { notes, html }: { notes: TranslationNotes; html: HtmlText }): Cells {
  const { 'Product Description': description = '', 'Product Subtitle': subtitle = '' } = cells
  const texts: Cells = {}
  if (isFormatted(description)) {
    texts['Product Description'] = html.markdownOf(description)
    if (/<(img|video|iframe)\b/i.test(description)) notes.add('picture_in_description', row)
  }
  if (isFormatted(subtitle)) {
    texts['Product Subtitle'] = html.plainText(subtitle)
    notes.add('formatting_removed', row)
  }
  return texts
}

const THUMBNAIL = 'Variant Thumbnail'

const isWholeAddress = (url: string) => /^https?:\/\/[^\s/]+\//i.test(url)

const IMAGE_TITLE = /^Image (\d+) (?:Url|Alt)$/

const withoutImages = (cells: Cells): Cells =>
  Object.fromEntries(Object.entries(cells).filter(([title]) => !IMAGE_TITLE.test(title)))

function imageCells(row: ForeignRow, cells: Cells, notes: TranslationNotes): Cells {
  const numbers = new Set(Object.keys(cells).flatMap((title) => IMAGE_TITLE.exec(title)?.[1] ?? []))
  const images = [...numbers].map((number) => ({
    url: cells[`Image ${number} Url`] ?? '',
    alt: cells[`Image ${number} Alt`],
  }))
  const usable = images.filter(({ url }) => isWholeAddress(url))
  if (usable.length < images.length) notes.add('image_without_address', row)
  return Object.fromEntries(
    usable.flatMap(({ url, alt }, i) => [
      [`Image ${i + 1} Url`, url],
      ...(alt === undefined ? [] : [[`Image ${i + 1} Alt`, alt]]),
    ]),
  )
}
