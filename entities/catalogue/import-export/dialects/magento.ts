import { titleKey } from '../csv/title-key.ts'
import {
  amountText,
  booleanText,
  type Choice,
  NOT_TAXABLE,
  numbered,
  oldAddressCells,
  optionCells,
  splitList,
  taxClassCells,
  variantTitle,
} from './cells.ts'
import type { Cells, ProductDialect, TranslatedRow, Translation } from './dialect.ts'
import type { ForeignRow } from './foreign-file.ts'
import { oldSlug } from './old-slug.ts'
import { StoredRows } from './stored-rows.ts'
import { UniqueHandles } from './unique-handles.ts'

/** A configurable product lists its variants as `sku=A,color=Red|sku=B,color=Blue`. Their prices are in separate rows. */
export const magento: ProductDialect = {
  program: 'Magento',
  signatures: [
    ['sku', 'attribute_set_code'],
    ['sku', 'url_key', 'product_type'],
  ],
  needsCurrency: true,
  async *translate(translation) {
    using stored = new StoredRows(translation.file)
    const skus: { number: number; sku: string }[] = []
    const children = new Set<string>()
    let isDayFirst = false
    await stored.addAll((row, number) => {
      if (isOtherView(row)) {
        translation.notes.add('other_store_view', row)
        return
      }
      skus.push({ number, sku: row.cell('sku').toLowerCase() })
      for (const { sku } of variationsOf(row)) children.add(sku.toLowerCase())
      isDayFirst ||= hasDayFirst(row)
    })
    const numbers = new Map(skus.map(({ number, sku }) => [sku, number]))
    const rowOfSku = (sku: string) => {
      const number = numbers.get(sku.toLowerCase())
      return number === undefined ? undefined : stored.row(number)
    }
    const handles = new UniqueHandles()
    for (const { number, sku } of skus) {
      if (children.has(sku)) continue
      yield* productRows(stored.row(number), { ...translation, rowOfSku, handles, dayOf: dayReader(isDayFirst) })
    }
  },
}

const isOtherView = (row: ForeignRow): boolean =>
  !['', 'default', 'admin'].includes(row.cell('store_view_code').toLowerCase())

interface Shop extends Translation {
  rowOfSku(sku: string): ForeignRow | undefined
  handles: UniqueHandles
  dayOf: (text: string) => string
}

const SHORT_DAY = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})(?:,? .*)?$/

const DAYS = ['created_at', 'updated_at', 'special_price_from_date', 'special_price_to_date']

/**
 * The language of the administrator decides whether the day or the month is first in `12/26/18, 5:05 AM`, so a day after the 12th anywhere in
 * the file shows the order. Without one, the month is first, as in English.
 */
const hasDayFirst = (row: ForeignRow): boolean =>
  DAYS.some((title) => Number(SHORT_DAY.exec(row.cell(title))?.[1]) > 12)

const dayReader =
  (isDayFirst: boolean) =>
  (text: string): string => {
    const [, first, second, year] = SHORT_DAY.exec(text) ?? []
    if (!first || !second || !year) return text
    const [day, month] = isDayFirst ? [first, second] : [second, first]
    return `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  }

function* productRows(row: ForeignRow, shop: Shop): Generator<TranslatedRow> {
  const { notes, rowOfSku } = shop
  const type = row.cell('product_type').toLowerCase()
  if (type === 'grouped') return notes.add('grouped_product', row)
  if (type === 'bundle') return notes.add('bundle_product', row)
  if (row.cell('name') === '') return notes.add('untitled_product', row)
  if (type === 'downloadable') notes.add('downloadable_product', row)
  const variants = variationsOf(row).flatMap(({ sku, choices }) => {
    const child = rowOfSku(sku)
    if (!child) notes.add('variant_row_missing', row)
    return child ? { child, choices } : []
  })
  for (const { child } of variants)
    if (child.cell('tax_class_name') !== row.cell('tax_class_name')) notes.add('tax_class_of_variant', child)
  const product = productCells(
    row,
    variants.map(({ child }) => child),
    shop,
  )
  if (type !== 'configurable') {
    yield { source: row, cells: { ...product, ...variantCells(row, [], shop) } }
    return
  }
  if (variants.length === 0) yield { source: row, cells: product }
  for (const [i, { child, choices }] of variants.entries()) {
    const first = i === 0 ? product : { 'Product Handle': product['Product Handle'] ?? '' }
    const cells = {
      ...first,
      'Product External Id': `magento:${row.cell('sku')}`,
      ...variantCells(child, choices, shop),
    }
    yield { source: child, cells }
  }
}

function variationsOf(row: ForeignRow): { sku: string; choices: Choice[] }[] {
  const labels = new Map(splitList(row.cell('configurable_variation_labels')).map((part) => pairOf(part)))
  return splitList(row.cell('configurable_variations'), '|').map((text) => {
    const pairs = splitList(text).map(pairOf)
    const sku = pairs.find(([name]) => name === 'sku')?.[1] ?? ''
    const choices = pairs
      .filter(([name]) => name !== 'sku')
      .map(([name, value]) => ({ name: labels.get(name) ?? name, value }))
    return { sku, choices }
  })
}

function pairOf(text: string): [string, string] {
  const place = text.indexOf('=')
  return [text.slice(0, place).trim(), text.slice(place + 1).trim()]
}

const HIDDEN = 'not visible individually'

function productCells(row: ForeignRow, variants: readonly ForeignRow[], { file, notes, handles }: Shop): Cells {
  const isOnline = row.cell('product_online', 'status') === '1'
  const isHidden = titleKey(row.cell('visibility')) === HIDDEN
  if (isOnline && isHidden) notes.add('hidden_product', row)
  const [short, long] = [row.cell('short_description'), row.cell('description')]
  return {
    'Product Handle': handles.handleOf(row.cell('url_key') || row.cell('name'), row.cell('sku')),
    'Product External Id': `magento:${row.cell('sku')}`,
    'Product Title': row.cell('name'),
    'Product Subtitle': long === '' ? '' : short,
    'Product Description': long || short,
    'Product Status': isOnline && !isHidden ? 'published' : 'draft',
    ...(file.has('categories') ? categoryCells(pathsOf(row.cell('categories'))) : {}),
    ...oldAddressCells(`/${row.cell('url_key') || oldSlug(row.cell('name'))}${HTML}`),
    ...(file.has('meta_title') ? { 'Product Seo Title': row.cell('meta_title') } : {}),
    ...(file.has('meta_description') ? { 'Product Seo Description': row.cell('meta_description') } : {}),
    ...(file.has('tax_class_name') ? taxClassCells(taxClassOf(row)) : {}),
    ...numbered('Image', 'Url', [...new Set([row, ...variants].flatMap(imagesOf))]),
  }
}

/** `0` and `None` are goods without taxes. */
const taxClassOf = (row: ForeignRow): string => {
  const name = row.cell('tax_class_name')
  return ['0', 'none'].includes(name.toLowerCase()) ? NOT_TAXABLE : name
}

const imagesOf = (row: ForeignRow) =>
  [row.cell('base_image'), ...splitList(row.cell('additional_images'))].filter((url) => url !== '')

/** The default ending of addresses. */
const HTML = '.html'

const categoryCells = (paths: readonly string[]): Cells => ({
  ...numbered('Product Category', 'Path', paths),
  ...numbered(
    'Product Category',
    'Old Address',
    paths.map((path) => `/${splitList(path, '>').map(oldSlug).join('/')}${HTML}`),
  ),
})

/** The first category of each path is the root of the store. */
const pathsOf = (text: string) =>
  splitList(text)
    .map((path) => splitList(path, '/').slice(1).join(' > '))
    .filter((path) => path !== '')

/** Empty for a product with the setting of its shop. By default, Magento counts stock and takes no backorders. */
const ownSetting = (row: ForeignRow, name: string, title = name): string =>
  row.cell(`use_config_${name}`) === '1' ? '' : row.cell(title)

function variantCells(row: ForeignRow, choices: readonly Choice[], { file, notes, price, sale, dayOf }: Shop): Cells {
  const quantity = row.cell('qty')
  const isManaged = quantity !== '' && ownSetting(row, 'manage_stock') !== '0'
  if (Number(row.cell('weight')) > 0) notes.add('weight_without_unit', row)
  return {
    'Variant Title': variantTitle(choices.map(({ value }) => value)),
    'Variant SKU': row.cell('sku'),
    ...(file.has('base_image') && choices.length > 0 ? { 'Variant Thumbnail': row.cell('base_image') } : {}),
    'Variant Manage Inventory': booleanText(isManaged),
    'Variant Allow Backorder': booleanText(['1', '2'].includes(ownSetting(row, 'backorders', 'allow_backorders'))),
    ...(isManaged ? { 'Variant Inventory Quantity': quantity.replace(/\.0+$/, '') } : {}),
    ...optionCells(choices),
    [price]: amountText(row.cell('price')),
    ...(file.has('special_price')
      ? {
          [sale]: amountText(row.cell('special_price')),
          'Sale Starts At': dayOf(row.cell('special_price_from_date')),
          'Sale Ends At': dayOf(row.cell('special_price_to_date')),
        }
      : {}),
  }
}
