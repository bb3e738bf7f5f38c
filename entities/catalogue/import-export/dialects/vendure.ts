import { toHandle } from '#entities/values/handle.ts'
import { titleKey } from '../csv/title-key.ts'
import {
  amountText,
  booleanText,
  listText,
  numbered,
  oldAddressCells,
  optionCells,
  splitList,
  taxClassCells,
  variantTitle,
} from './cells.ts'
import type { Cells, ProductDialect, Translation } from './dialect.ts'
import type { ForeignRow } from './foreign-file.ts'
import { oldSlug } from './old-slug.ts'

/** A row without a name continues the product above. Values of a cell are separated by `|`. */
export const vendure: ProductDialect = {
  program: 'Vendure',
  signatures: [
    ['slug', 'optiongroups'],
    ['name', 'optiongroups', 'optionvalues'],
  ],
  needsCurrency: true,
  keyOf: (title) => titleKey(title).replace(LANGUAGE, ''),
  async *translate(translation) {
    let names: string[] = []
    let key: Cells = {}
    for await (const row of translation.file.rows()) {
      const isProduct = row.cell('name') !== ''
      if (!isProduct && key['Product Handle'] === undefined) {
        translation.notes.add('parent_missing', row)
        continue
      }
      if (isProduct) {
        names = splitList(row.cell('optionGroups'), '|')
        const [slug, name] = [row.cell('slug'), row.cell('name')]
        key = { 'Product Handle': slug || toHandle(name), 'Product External Id': `vendure:${slug || name}` }
      }
      const cells = {
        ...key,
        ...(isProduct ? productCells(row, translation) : {}),
        ...variantCells(row, names, translation),
      }
      yield { source: row, cells }
    }
  },
}

/** Titles of translated columns end with a language, such as `name:en`. The first language counts. */
const LANGUAGE = /:[a-z]{2,3}([-_][a-z\d]+)*$/

const productCells = (row: ForeignRow, { file }: Translation): Cells => ({
  'Product Title': row.cell('name'),
  'Product Description': row.cell('description'),
  'Product Status': row.cell('enabled').toLowerCase() === 'false' ? 'draft' : 'published',
  'Product Tags': listText(
    splitList(row.cell('facets'), '|').map((facet) => facet.slice(facet.indexOf(':') + 1).trim()),
  ),
  ...numbered('Image', 'Url', splitList(row.cell('assets'), '|')),
  ...(file.has('taxCategory') ? taxClassCells(row.cell('taxCategory')) : {}),
  ...oldAddressCells(`/products/${row.cell('slug') || oldSlug(row.cell('name'))}`),
})

function variantCells(row: ForeignRow, names: readonly string[], { price }: Translation): Cells {
  const values = splitList(row.cell('optionValues'), '|')
  const tracks = row.cell('trackInventory').toLowerCase()
  return {
    'Variant Title': variantTitle(values),
    'Variant SKU': row.cell('sku'),
    'Variant Manage Inventory': booleanText(tracks !== 'false'),
    ...(row.cell('stockOnHand') === '' ? {} : { 'Variant Inventory Quantity': row.cell('stockOnHand') }),
    ...optionCells(names.map((name, i) => ({ name, value: values[i] ?? '' }))),
    [price]: amountText(row.cell('price')),
  }
}
