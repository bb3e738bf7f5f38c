import { titleKey } from '../csv/title-key.ts'
import {
  amountText,
  booleanText,
  type Choice,
  GRAMS,
  listText,
  MILLIMETRES,
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
import { expandChoices } from './expand-choices.ts'
import type { ForeignFile, ForeignRow } from './foreign-file.ts'
import { wordPressText } from './formatted-text.ts'
import { oldSlug, wordPressSlugs } from './old-slug.ts'
import { StoredRows } from './stored-rows.ts'
import { UniqueHandles } from './unique-handles.ts'
import { woocommerceKey } from './woocommerce-titles.ts'

/** A variation names its product by SKU or `id:44`. An attribute without a value means all values of its product. */
export const woocommerce: ProductDialect = {
  program: 'WooCommerce',
  signatures: [
    ['type', 'regular price', 'name'],
    ['type', 'price', 'name', 'visibility in catalog'],
    ['type', 'price', 'name', 'in stock?'],
    ['type', 'price', 'name', 'tax status'],
  ],
  needsCurrency: true,
  keyOf: woocommerceKey,
  async *translate(translation) {
    using stored = new StoredRows(translation.file)
    const shop = new Shop(translation)
    const products: number[] = []
    const variations: { number: number; parent: string }[] = []
    const productOfKey = new Map<string, number>()
    await stored.addAll((row, number) => {
      if (isVariation(row)) {
        variations.push({ number, parent: row.cell('Parent').toLowerCase() })
        return
      }
      products.push(number)
      for (const key of keysOf(row)) productOfKey.set(key, number)
    })
    const ofProduct = Map.groupBy(variations, ({ parent }) => productOfKey.get(parent))
    for (const { number } of ofProduct.get(undefined) ?? []) translation.notes.add('parent_missing', stored.row(number))
    for (const product of products) {
      const own = ofProduct.get(product)?.map(({ number }) => number)
      yield* shop.productRows(stored.row(product), stored.rows(own))
    }
  },
}

const typesOf = (row: ForeignRow) => splitList(row.cell('Type').toLowerCase())
const isVariation = (row: ForeignRow) => typesOf(row).includes('variation')

const keysOf = (row: ForeignRow) =>
  [row.cell('SKU'), row.cell('ID') && `id:${row.cell('ID')}`].filter(Boolean).map((key) => key.toLowerCase())

const PRICE = ['Regular price', 'Price']
const SALE = ['Sale price', 'Date sale price starts', 'Date sale price ends'] as const

class Shop {
  readonly #translation: Translation
  readonly #handles = new UniqueHandles()
  readonly #attributes: readonly number[]
  readonly #gramsPerUnit: number
  readonly #millimetresPerUnit: number

  constructor(translation: Translation) {
    const { keys } = translation.file
    this.#translation = translation
    const numbers = keys.flatMap((key) => /^attribute (\d+) name$/.exec(key)?.[1] ?? [])
    this.#attributes = numbers.map(Number)
    this.#gramsPerUnit = GRAMS[unitOf(keys, 'weight')] ?? 1000
    this.#millimetresPerUnit = MILLIMETRES[unitOf(keys, 'length')] ?? 10
  }

  *productRows(row: ForeignRow, variations: readonly ForeignRow[]): Generator<TranslatedRow> {
    const { notes } = this.#translation
    const types = typesOf(row)
    if (types.includes('grouped')) return notes.add('grouped_product', row)
    if (types.includes('external')) return notes.add('external_product', row)
    if (row.cell('Name') === '') return notes.add('untitled_product', row)
    const isVariable = types.includes('variable') || variations.length > 0
    const sold = variations.filter((variation) => isOn(variation) || !variation.hasColumn('Published'))
    for (const variation of variations) this.#noteLosses(variation, row, sold.includes(variation))
    const product = this.#productCells(row, sold)
    if (isVariable && sold.length === 0) yield { source: row, cells: product }
    else if (isVariable) yield* this.#variationRows(row, sold, product)
    else {
      if (this.#choicesOf(row).length > 0) notes.add('attribute_of_simple_product', row)
      yield { source: row, cells: { ...product, ...this.#variantCells(row, row, []) } }
    }
  }

  #noteLosses(row: ForeignRow, parent: ForeignRow, isSold: boolean): void {
    const { notes } = this.#translation
    if (!isSold) {
      notes.add('disabled_variant', row)
      return
    }
    if (row.cell('Stock').toLowerCase() === 'parent') notes.add('shared_stock', row)
    if (row.cell('Description') !== '') notes.add('description_of_variant', row)
    const own = taxClassOf(row)
    if (own !== '' && own !== 'parent' && own !== taxClassOf(parent)) notes.add('tax_class_of_variant', row)
  }

  *#variationRows(parent: ForeignRow, variations: readonly ForeignRow[], product: Cells): Generator<TranslatedRow> {
    const { notes } = this.#translation
    const listed = new Map(this.#choicesOf(parent).map(({ name, value }) => [titleKey(name), splitList(value)]))
    const chosen = variations.map((row) => ({ row, choices: this.#choicesOf(row) }))
    const names = [...new Set(chosen.flatMap(({ choices }) => choices.map(({ name }) => name)))]
    const places = new Map(names.map((name) => [name, listed.get(titleKey(name)) ?? []]))
    const rows = expandChoices(places, chosen)
    if (rows.length === 0) yield { source: parent, cells: product }
    let isFirst = true
    for (const row of new Set(rows.flatMap(({ row, isCut }) => (isCut ? [row] : [])))) notes.add('cut_variants', row)
    for (const { row, choices, isExpanded } of rows) {
      if (isExpanded) notes.add('expanded_variant', row)
      const variant = this.#variantCells(row, parent, choices)
      yield { source: row, cells: { ...(isFirst ? product : keyCells(product)), ...variant } }
      isFirst = false
    }
  }

  #choicesOf(row: ForeignRow): Choice[] {
    return this.#attributes.flatMap((n) => {
      const name = row.cell(`Attribute ${n} name`)
      return name === '' ? [] : { name, value: row.cell(`Attribute ${n} value(s)`) }
    })
  }

  #productCells(row: ForeignRow, variations: readonly ForeignRow[]): Cells {
    const { notes, file } = this.#translation
    const isHidden = row.cell('Visibility in catalog').toLowerCase() === 'hidden'
    const isPublished = isOn(row)
    if (isPublished && isHidden) notes.add('hidden_product', row)
    if (typesOf(row).includes('downloadable')) notes.add('downloadable_product', row)
    const [short, long] = [row.cell('Short description'), row.cell('Description')].map(wordPressText) as [
      string,
      string,
    ]
    const id = row.cell('ID') || row.cell('SKU')
    return {
      'Product Handle': this.#handles.handleOf(row.cell('Name'), id),
      ...(id === '' ? {} : { 'Product External Id': `woocommerce:${id}` }),
      'Product Title': row.cell('Name'),
      'Product Subtitle': long === '' ? '' : short,
      'Product Description': long || short,
      'Product Status': isPublished && !isHidden ? 'published' : 'draft',
      'Product Tags': listText(splitList(row.cell('Tags'))),
      ...(file.has('Categories') ? categoryCells(splitList(row.cell('Categories'))) : {}),
      ...oldAddressCells(...addressesOf(row)),
      ...seoCells(row, file),
      ...(file.has('Tax class') || file.has('Tax status') ? taxClassCells(taxClassOf(row)) : {}),
      ...numbered('Image', 'Url', [...new Set([row, ...variations].flatMap(imagesOf))]),
    }
  }

  #variantCells(row: ForeignRow, parent: ForeignRow, choices: readonly Choice[]): Cells {
    const { file, price, sale } = this.#translation
    const measure = (title: string) => row.cell(title) || parent.cell(title)
    const length = (name: string) => wholeUnits(measure(keyOfMeasure(file.keys, name)), this.#millimetresPerUnit)
    const [salePrice, starts, ends] = SALE.map((title) => row.cell(title)) as [string, string, string]
    return {
      'Variant Title': variantTitle(choices.map(({ value }) => value)),
      'Variant SKU': row.cell('SKU'),
      'Variant Barcode': row.cell('GTIN, UPC, EAN, or ISBN'),
      ...(file.has('Images') && row !== parent ? { 'Variant Thumbnail': imagesOf(row)[0] ?? '' } : {}),
      'Variant Weight': wholeUnits(measure(keyOfMeasure(file.keys, 'weight')), this.#gramsPerUnit),
      'Variant Length': length('length'),
      'Variant Width': length('width'),
      'Variant Height': length('height'),
      ...stockCells(row),
      ...optionCells(choices),
      [price]: amountText(row.cell(...PRICE)),
      ...(file.has('Sale price')
        ? { [sale]: amountText(salePrice), 'Sale Starts At': starts, 'Sale Ends At': ends }
        : {}),
    }
  }
}

const isOn = (row: ForeignRow) => ['1', 'publish', 'true'].includes(row.cell('Published').toLowerCase())

const imagesOf = (row: ForeignRow) => splitList(row.cell('Images'))

/** Goods with the status `shipping` pay taxes only for the shipment. */
const taxClassOf = (row: ForeignRow) =>
  ['none', 'shipping'].includes(row.cell('Tax status').toLowerCase()) ? NOT_TAXABLE : row.cell('Tax class')

const SEO_TITLE = ['Meta: _yoast_wpseo_title', 'Meta: rank_math_title']
const SEO_DESCRIPTION = ['Meta: _yoast_wpseo_metadesc', 'Meta: rank_math_description']

/** Extensions write variables such as `%%title%%` and `%sitename%`, which only they can replace. */
const withoutVariables = (text: string) => (/%\w+%/.test(text) ? '' : text)

const seoCells = (row: ForeignRow, file: ForeignFile): Cells => ({
  ...(file.has(...SEO_TITLE) ? { 'Product Seo Title': withoutVariables(row.cell(...SEO_TITLE)) } : {}),
  ...(file.has(...SEO_DESCRIPTION)
    ? { 'Product Seo Description': withoutVariables(row.cell(...SEO_DESCRIPTION)) }
    : {}),
})

const categoryCells = (paths: readonly string[]): Cells => ({
  ...numbered('Product Category', 'Path', paths),
  ...numbered(
    'Product Category',
    'Old Address',
    paths.map((path) => `/product-category/${splitList(path, '>').map(oldSlug).join('/')}`),
  ),
})

/** The export of WooCommerce has no addresses. Some extensions add a slug or the whole address. */
function addressesOf(row: ForeignRow): string[] {
  const slug = row.cell('Slug')
  const slugs = slug === '' ? wordPressSlugs(row.cell('Name')) : [slug]
  return [row.cell('Permalink', 'Product URL', 'URL'), ...slugs.map((one) => `/product/${one}`)]
}

const keyCells = (product: Cells): Cells => ({
  'Product Handle': product['Product Handle'] ?? '',
  ...(product['Product External Id'] ? { 'Product External Id': product['Product External Id'] } : {}),
})

/** The title of a measure ends with its unit, such as `Weight (kg)`. */
const keyOfMeasure = (keys: readonly string[], name: string): string =>
  keys.find((key) => key === name || key.startsWith(`${name} (`)) ?? name

const unitOf = (keys: readonly string[], name: string): string => /\((\w+)\)$/.exec(keyOfMeasure(keys, name))?.[1] ?? ''

function stockCells(row: ForeignRow): Cells {
  const stock = row.cell('Stock')
  const state = row.cell('In stock?')
  const isCounted = /^-?\d+(\.0*)?$/.test(stock)
  const isSoldOut = !isCounted && state === '0'
  const allowsBackorder = ['1', 'notify', 'yes'].includes(row.cell('Backorders allowed?').toLowerCase())
  const quantity = stock.startsWith('-') && !allowsBackorder ? '0' : stock
  return {
    'Variant Manage Inventory': booleanText(isCounted || isSoldOut),
    'Variant Allow Backorder': booleanText(allowsBackorder),
    ...(isCounted || isSoldOut ? { 'Variant Inventory Quantity': isCounted ? quantity : '0' } : {}),
  }
}
