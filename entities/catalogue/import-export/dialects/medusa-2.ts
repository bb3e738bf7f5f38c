import { toHandle } from '#entities/values/handle.ts'
import { titleKey } from '../csv/title-key.ts'
import { isProductTitle } from '../product-csv/read-titles.ts'
import { amountText, listText, numbered, oldAddressCells } from './cells.ts'
import type { Cells, ProductDialect } from './dialect.ts'
import type { ForeignFile, ForeignRow } from './foreign-file.ts'

/** Most titles are those of a product file. Ids of types, tags and categories have no meaning in another shop. */
export const medusa2: ProductDialect = {
  program: 'Medusa 2',
  signatures: [
    ['variant option 1 name'],
    ['shipping profile id', 'product handle'],
    ['product image 1 url', 'product handle'],
  ],
  needsCurrency: false,
  async *translate({ file, notes }) {
    const columns = columnsOf(file)
    for await (const row of file.rows()) {
      const cells = Object.fromEntries(
        columns.map(({ from, to }) => [to, to.startsWith('Price ') ? amountText(row.cell(from)) : row.cell(from)]),
      )
      const isManaged = row.cell('Variant Manage Inventory').toLowerCase() === 'true'
      if (isManaged && row.cell('Variant Inventory Quantity') === '') notes.add('stock_missing', row)
      const key = { 'Product Handle': handleOf(row), ...externalId(row) }
      yield { source: row, cells: { ...cells, ...key, ...listsOf(file, row) } }
    }
  },
}

const IDS = new Set(['product id', 'variant id', 'product external id'])

function columnsOf(file: ForeignFile): { from: string; to: string }[] {
  return file.titles.flatMap((from) => {
    const to = /^variant (price|option) /i.test(from) ? from.replace(/^variant /i, '') : from
    return !IDS.has(titleKey(from)) && isProductTitle(to) ? { from, to } : []
  })
}

/** Medusa makes the handle of a new product from its title. */
const handleOf = (row: ForeignRow): string => row.cell('Product Handle') || toHandle(row.cell('Product Title'))

const externalId = (row: ForeignRow): Cells => {
  const id = row.cell('Product Id')
  return id === '' ? {} : { 'Product External Id': `medusa:${id}` }
}

function listsOf(file: ForeignFile, row: ForeignRow): Cells {
  const valuesOf = (pattern: RegExp) =>
    file.titles
      .filter((title) => pattern.test(titleKey(title)))
      .map((title) => row.cell(title))
      .filter((value) => value !== '')
  return {
    'Product Tags': listText(valuesOf(/^product tag \d+$/)),
    ...numbered('Image', 'Url', valuesOf(/^product image \d+( url)?$/)),
    ...oldAddressCells(handleOf(row) && `/products/${handleOf(row)}`),
  }
}
