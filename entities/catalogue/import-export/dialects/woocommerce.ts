import { titleKey } from '../csv/title-key.ts'
import {
  amountText,
  booleanText,
  type Choice,
  GRAMS,
  listText,
  MILLIMETRES,
  numbered,
  oldAddressCells,
  optionCells,
  splitList,
  variantTitle,
  wholeUnits,
} from './cells.ts'
import { collectRows } from './collect-rows.ts'
import type { Cells, ProductDialect, TranslatedRow, Translation } from './dialect.ts'
import { expandChoices } from './expand-choices.ts'
import type { ForeignRow } from './foreign-file.ts'
import { wordPressText } from './formatted-text.ts'
import { oldSlug, wordPressSlugs } from './old-slug.ts'
import { UniqueHandles } from './unique-handles.ts'

/** A variation names its product by SKU or `id:44`. An attribute without a value means all values of its product. */
export const woocommerce: ProductDialect = {
  program: 'WooCommerce',
  signatures: [['type', 'regular price', 'name']],
  needsCurrency: true,
  async *translate(translation) {
    const rows = await collectRows(translation.file)
    const shop = new Shop(translation)
    const products = rows.filter((row) => !isVariation(row))
    const parents = new Map(products.flatMap((row) => keysOf(row).map((key) => [key, row] as const)))
    const variations = Map.groupBy(rows.filter(isVariation), (row) => parents.get(row.cell('Parent').toLowerCase()))
    for (const row of variations.get(undefined) ?? []) translation.notes.add('parent_missing', row)
    for (const row of products) yield* shop.productRows(row, variations.get(row) ?? [])
  },
}

const typesOf = (row: ForeignRow) => splitList(row.cell('Type').toLowerCase())
const isVariation = (row: ForeignRow) => typesOf(row).includes('variation')

const keysOf = (row: ForeignRow) =>
  [row.cell('SKU'), row.cell('ID') && `id:${row.cell('ID')}`].filter(Boolean).map((key) => key.toLowerCase())

const PRICE = 'Regular price'
const SALE = ['Sale price', 'Date sale price starts', 'Date sale price ends'] as const

class Shop {
  readonly #translation: Translation
  readonly #handles = new UniqueHandles()
  readonly #attributes: readonly number[]
  readonly #gramsPerUnit: number
  readonly #millimetresPerUnit: number

  constructor(translation: Translation) {
    const { titles } = translation.file
    this.#translation = translation
    const numbers = titles.flatMap((title) => /^attribute (\d+) name$/.exec(titleKey(title))?.[1] ?? [])
    this.#attributes = numbers.map(Number)
    this.#gramsPerUnit = GRAMS[unitOf(titles, 'weight')] ?? 1000
    this.#millimetresPerUnit = MILLIMETRES[unitOf(titles, 'length')] ?? 10
  }

  *productRows(row: ForeignRow, variations: readonly ForeignRow[]): Generator<TranslatedRow> {
    const { notes } = this.#translation
    const types = typesOf(row)
    if (types.includes('grouped')) return notes.add('grouped_product', row)
    if (types.includes('external')) return notes.add('external_product', row)
    if (row.cell('Name') === '') return notes.add('untitled_product', row)
    const isVariable = types.includes('variable') || variations.length > 0
    const product = this.#productCells(row)
    if (isVariable && variations.length === 0) yield { source: row, cells: product }
    else if (isVariable) yield* this.#variationRows(row, variations, product)
    else {
      if (this.#choicesOf(row).length > 0) notes.add('attribute_of_simple_product', row)
      yield { source: row, cells: { ...product, ...this.#variantCells(row, row, []) } }
    }
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

  #productCells(row: ForeignRow): Cells {
    const { notes, file } = this.#translation
    const isHidden = row.cell('Visibility in catalog').toLowerCase() === 'hidden'
    const isPublished = ['1', 'publish', 'true'].includes(row.cell('Published').toLowerCase())
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
      ...numbered('Image', 'Url', splitList(row.cell('Images'))),
    }
  }

  #variantCells(row: ForeignRow, parent: ForeignRow, choices: readonly Choice[]): Cells {
    const { file, price, sale } = this.#translation
    const measure = (title: string) => row.cell(title) || parent.cell(title)
    const length = (name: string) => wholeUnits(measure(titleOf(file.titles, name)), this.#millimetresPerUnit)
    const [salePrice, starts, ends] = SALE.map((title) => row.cell(title)) as [string, string, string]
    return {
      'Variant Title': variantTitle(choices.map(({ value }) => value)),
      'Variant SKU': row.cell('SKU'),
      'Variant Barcode': row.cell('GTIN, UPC, EAN, or ISBN'),
      'Variant Weight': wholeUnits(measure(titleOf(file.titles, 'weight')), this.#gramsPerUnit),
      'Variant Length': length('length'),
      'Variant Width': length('width'),
      'Variant Height': length('height'),
      ...stockCells(row),
      ...optionCells(choices),
      [price]: amountText(row.cell(PRICE)),
      ...(file.has('Sale price')
        ? { [sale]: amountText(salePrice), 'Sale Starts At': starts, 'Sale Ends At': ends }
        : {}),
    }
  }
}

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
const titleOf = (titles: readonly string[], name: string): string =>
  titles.find((title) => titleKey(title) === name || titleKey(title).startsWith(`${name} (`)) ?? name

const unitOf = (titles: readonly string[], name: string): string =>
  /\((\w+)\)$/.exec(titleKey(titleOf(titles, name)))?.[1] ?? ''

function stockCells(row: ForeignRow): Cells {
  const stock = row.cell('Stock')
  const isCounted = /^-?\d+(\.0*)?$/.test(stock)
  const isSoldOut = !isCounted && row.cell('In stock?') === '0'
  const allowsBackorder = ['1', 'notify', 'yes'].includes(row.cell('Backorders allowed?').toLowerCase())
  const quantity = stock.startsWith('-') && !allowsBackorder ? '0' : stock
  return {
    'Variant Manage Inventory': booleanText(isCounted || isSoldOut),
    'Variant Allow Backorder': booleanText(allowsBackorder),
    ...(isCounted || isSoldOut ? { 'Variant Inventory Quantity': isCounted ? quantity : '0' } : {}),
  }
}
