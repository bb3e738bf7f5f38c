import {
  amountText,
  booleanText,
  type Choice,
  GRAMS,
  numbered,
  oldAddressCells,
  optionCells,
  splitList,
  variantTitle,
  wholeUnits,
} from './cells.ts'
import type { Cells, ProductDialect, TranslatedRow, Translation } from './dialect.ts'
import type { ForeignRow } from './foreign-file.ts'
import { StoredRows } from './stored-rows.ts'
import { UniqueHandles } from './unique-handles.ts'

/** Each row is a variant. Rows with the same `item_group_id` belong to the same product. */
export const googleFeed: ProductDialect = {
  program: 'Google Merchant Center',
  signatures: [
    ['id', 'image_link'],
    ['id', 'image link', 'availability'],
  ],
  needsCurrency: false,
  async *translate(translation) {
    const handles = new UniqueHandles()
    using stored = new StoredRows(translation.file)
    const groups = await stored.groupBy((row) => cell(row, 'item_group_id') || `id ${cell(row, 'id')}`)
    for (const [group, numbers] of groups) yield* productRows(group, stored.rows(numbers), { ...translation, handles })
  },
}

/** Files write `image_link` or `image link`. */
const cell = (row: ForeignRow, name: string) => row.cell(name, name.replaceAll('_', ' '))

const OPTIONS = { color: 'Color', size: 'Size', material: 'Material', pattern: 'Pattern' } as const

function* productRows(
  group: string,
  rows: readonly ForeignRow[],
  translation: Translation & { handles: UniqueHandles },
): Generator<TranslatedRow> {
  const [first] = rows as readonly [ForeignRow]
  if (cell(first, 'title') === '') return translation.notes.add('untitled_product', first)
  const differing = Object.keys(OPTIONS).filter((name) => new Set(rows.map((row) => cell(row, name))).size > 1)
  const values = new Set(rows.map((row) => JSON.stringify(differing.map((name) => cell(row, name)))))
  const names = values.size === rows.length ? differing : [...differing, 'id']
  const id = group.replace(/^id /, '')
  const key = {
    'Product Handle': translation.handles.handleOf(cell(first, 'title'), id),
    'Product External Id': `google:${id}`,
  }
  for (const [i, row] of rows.entries()) {
    const choices = names.map((name) => ({
      name: OPTIONS[name as keyof typeof OPTIONS] ?? 'Article',
      value: cell(row, name) || '–',
    }))
    const product = i === 0 ? productCells(first, rows) : {}
    yield { source: row, cells: { ...key, ...product, ...variantCells(row, choices, translation) } }
  }
}

const productCells = (first: ForeignRow, rows: readonly ForeignRow[]): Cells => ({
  'Product Title': cell(first, 'title'),
  'Product Description': cell(first, 'description'),
  'Product Status': 'published',
  ...numbered('Product Category', 'Path', splitList(cell(first, 'product_type')).slice(0, 1)),
  ...oldAddressCells(...new Set(rows.flatMap((row) => cell(row, 'link')))),
  ...numbered('Image', 'Url', [...new Set(rows.flatMap(imagesOf))]),
})

const imagesOf = (row: ForeignRow) =>
  [cell(row, 'image_link'), ...splitList(cell(row, 'additional_image_link'))].filter((url) => url !== '')

function variantCells(row: ForeignRow, choices: readonly Choice[], { notes }: Pick<Translation, 'notes'>): Cells {
  const isSoldOut = cell(row, 'availability').replace(/[\s_]/g, '').toLowerCase() === 'outofstock'
  const prices = priceCells(row)
  if (!prices && cell(row, 'price') !== '') notes.add('price_without_currency', row)
  const [weight = '', unit = ''] = cell(row, 'shipping_weight').split(/\s+/)
  return {
    'Variant Title': variantTitle(choices.map(({ value }) => value)),
    'Variant SKU': cell(row, 'id'),
    'Variant Barcode': cell(row, 'gtin'),
    'Variant Weight': wholeUnits(weight, GRAMS[unit.toLowerCase()] ?? 1),
    'Variant Manage Inventory': booleanText(isSoldOut),
    ...(isSoldOut ? { 'Variant Inventory Quantity': '0' } : {}),
    ...optionCells(choices),
    ...prices,
  }
}

/** `15.00 USD`, `USD 15.00` or `€ 15,00` */
const PRICE = /^([A-Z]{3}|[€£])?\s*([\d.,' ]*\d)\s*([A-Z]{3}|[€£])?$/i
const SIGNS: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP' }

function readPrice(text: string): { amount: string; currency: string } | undefined {
  const [, before, amount = '', after] = PRICE.exec(text) ?? []
  const currency = after ?? before ?? ''
  const code = SIGNS[currency] ?? currency.toUpperCase()
  return /^[A-Z]{3}$/.test(code) ? { amount: amountText(amount), currency: code } : undefined
}

/** Returns undefined for a price without a currency. */
function priceCells(row: ForeignRow): Cells | undefined {
  const price = readPrice(cell(row, 'price'))
  if (!price) return undefined
  const sale = readPrice(cell(row, 'sale_price'))?.amount ?? ''
  const [starts = '', ends = ''] = cell(row, 'sale_price_effective_date').split('/')
  return {
    [`Price ${price.currency}`]: price.amount,
    [`Sale Price ${price.currency}`]: sale,
    'Sale Starts At': sale === '' ? '' : starts,
    'Sale Ends At': sale === '' ? '' : ends,
  }
}
