import {
  amountText,
  booleanText,
  type Choice,
  GRAMS,
  isBelow,
  listText,
  NOT_TAXABLE,
  numbered,
  oldAddressCells,
  optionCells,
  splitList,
  taxClassCells,
  variantTitle,
  wholeUnits,
} from './cells.ts'
import type { Cells, ProductDialect, TranslatedRow, Translation } from './dialect.ts'
import type { ForeignRow } from './foreign-file.ts'
import { oldSlug } from './old-slug.ts'

/** The first row of a product has the values of the product. Further rows have only a variant, only an image, or both. */
export const shopify: ProductDialect = {
  program: 'Shopify',
  signatures: [
    ['handle', 'variant price'],
    ['handle', 'body (html)'],
    ['url handle', 'price', 'option1 name'],
    ['url handle', 'compare-at price'],
  ],
  needsCurrency: true,
  async *translate(translation) {
    let rows: ForeignRow[] = []
    for await (const row of translation.file.rows()) {
      const handle = handleOf(row)
      if (rows.length > 0 && handle !== '' && handle !== handleOf(rows[0]!)) {
        yield* productRows(rows, translation)
        rows = []
      }
      rows.push(row)
    }
    if (rows.length > 0) yield* productRows(rows, translation)
  },
}

const handleOf = (row: ForeignRow) => row.cell('Handle', 'URL handle')

function* productRows(rows: readonly ForeignRow[], translation: Translation): Generator<TranslatedRow> {
  const [first] = rows as readonly [ForeignRow]
  const key = { 'Product Handle': handleOf(first), 'Product External Id': `shopify:${handleOf(first)}` }
  const names = [1, 2, 3].map((n) => first.cell(`Option${n} Name`))
  const product = productCells(first, rows, translation)
  const variants = rows.filter(isVariant)
  for (const row of variants)
    if (taxClassOf(row) !== taxClassOf(variants[0]!)) translation.notes.add('tax_class_of_variant', row)
  if (variants.length === 0) yield { source: first, cells: { ...key, ...product } }
  for (const [i, row] of variants.entries()) {
    const cells = { ...key, ...(i === 0 ? product : {}), ...variantCells(row, names, translation) }
    yield { source: row, cells }
  }
}

const PRICE = ['Variant Price', 'Price']
const COMPARE_AT = ['Variant Compare At Price', 'Variant Compare-at Price', 'Compare-at price']
const SKU = ['Variant SKU', 'SKU']

const isVariant = (row: ForeignRow) => [row.cell('Option1 Value'), row.cell(...PRICE), row.cell(...SKU)].some(Boolean)

function productCells(first: ForeignRow, rows: readonly ForeignRow[], { file, notes }: Translation): Cells {
  const status = first.cell('Status').toLowerCase()
  const published = first.cell('Published', 'Published on online store').toLowerCase()
  const isOnline = (status === '' || status === 'active') && published !== 'false'
  const isGift = first.cell('Gift Card').toLowerCase() === 'true'
  if (!isOnline && status === 'active') notes.add('hidden_product', first)
  return {
    'Product Title': first.cell('Title'),
    'Product Description': first.cell('Body (HTML)', 'Description'),
    'Product Status': isOnline ? 'published' : 'draft',
    'Product Tags': listText(splitList(first.cell('Tags'))),
    'Product Type': first.cell('Type'),
    ...(file.has('SEO Title') ? { 'Product Seo Title': first.cell('SEO Title') } : {}),
    ...(file.has('SEO Description') ? { 'Product Seo Description': first.cell('SEO Description') } : {}),
    ...(file.has(...TAXABLE) || file.has(...TAX_CODE) ? taxClassCells(taxClassOf(first)) : {}),
    ...(isGift ? { 'Product Is Giftcard': 'true' } : {}),
    ...(file.has('Collection') ? collectionCells(first.cell('Collection')) : {}),
    ...oldAddressCells(handleOf(first) && `/products/${handleOf(first)}`),
    ...imageCells(rows, file),
  }
}

const TAXABLE = ['Variant Taxable', 'Charge tax']
const TAX_CODE = ['Variant Tax Code', 'Tax code']

const taxClassOf = (row: ForeignRow) =>
  row.cell(...TAXABLE).toLowerCase() === 'false' ? NOT_TAXABLE : row.cell(...TAX_CODE)

const collectionCells = (title: string): Cells => ({
  'Product Collection Title': title,
  ...(title === '' ? {} : { 'Product Collection Old Address': `/collections/${oldSlug(title)}` }),
})

function imageCells(rows: readonly ForeignRow[], file: Translation['file']): Cells {
  const urls = imagesOf(rows)
  if (!file.has(ALT)) return numbered('Image', 'Url', urls)
  const altOf = (url: string) => rows.find((row) => row.cell(...IMAGE) === url)?.cell(ALT) ?? ''
  return { ...numbered('Image', 'Url', urls), ...numbered('Image', 'Alt', urls.map(altOf)) }
}

const IMAGE = ['Image Src', 'Product image URL']
const ALT = 'Image Alt Text'

const VARIANT_IMAGE = ['Variant Image', 'Variant image URL']

function imagesOf(rows: readonly ForeignRow[]): string[] {
  const placed = rows.map((row, i) => ({
    url: row.cell(...IMAGE),
    position: Number(row.cell('Image Position')) || i + 1,
  }))
  const sorted = placed.toSorted((a, b) => a.position - b.position).map(({ url }) => url)
  const variantImages = rows.map((row) => row.cell(...VARIANT_IMAGE))
  return [...new Set([...sorted, ...variantImages].filter((url) => url !== ''))]
}

function variantCells(row: ForeignRow, names: readonly string[], { file, notes, price, sale }: Translation): Cells {
  const choices = choicesOf(row, names)
  const [now, before] = [amountText(row.cell(...PRICE)), amountText(row.cell(...COMPARE_AT))]
  const isReduced = isBelow(now, before)
  return {
    'Variant Title': variantTitle(choices.map(({ value }) => value)),
    'Variant SKU': row.cell(...SKU),
    'Variant Barcode': row.cell('Variant Barcode', 'Barcode').replace(/^'/, ''),
    'Variant Weight': weightOf(row),
    ...(file.has(...VARIANT_IMAGE) ? { 'Variant Thumbnail': row.cell(...VARIANT_IMAGE) } : {}),
    ...optionCells(choices),
    ...stockCells(row, { file, notes }),
    [price]: isReduced ? before : now,
    ...(file.has(...COMPARE_AT) ? { [sale]: isReduced ? now : '' } : {}),
  }
}

function choicesOf(row: ForeignRow, names: readonly string[]): Choice[] {
  const choices = names.map((name, i) => ({ name, value: row.cell(`Option${i + 1} Value`) }))
  const given = choices.filter(({ name, value }) => name !== '' || value !== '')
  return given.length === 1 && given[0]?.value === 'Default Title' ? [] : given
}

function weightOf(row: ForeignRow): string {
  const grams = row.cell('Variant Grams', 'Weight value (grams)')
  row.cell('Variant Weight Unit', 'Weight unit for display')
  return grams === ''
    ? wholeUnits(row.cell('Variant Weight'), GRAMS[row.cell('Variant Weight Unit')] ?? 1)
    : wholeUnits(grams, 1)
}

/** An export with several locations has no quantities. */
function stockCells(row: ForeignRow, { file, notes }: Pick<Translation, 'file' | 'notes'>): Cells {
  const policy = row.cell('Variant Inventory Policy', 'Continue selling when out of stock').toLowerCase()
  const allowsBackorder = policy === 'continue' || policy === 'true'
  const isManaged = row.cell('Variant Inventory Tracker', 'Inventory tracker') !== ''
  const quantity = row.cell('Variant Inventory Qty', 'Inventory quantity')
  const isNegative = quantity.startsWith('-') && isManaged && !allowsBackorder
  if (isNegative) notes.add('negative_stock', row)
  if (isManaged && quantity === '') notes.add('stock_missing', row)
  return {
    ...(file.has('Variant Inventory Tracker', 'Inventory tracker')
      ? { 'Variant Manage Inventory': booleanText(isManaged) }
      : {}),
    'Variant Allow Backorder': booleanText(allowsBackorder),
    ...(quantity === '' ? {} : { 'Variant Inventory Quantity': isNegative ? '0' : quantity }),
  }
}
