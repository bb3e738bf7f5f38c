import { createHash } from 'node:crypto'
import { InvalidData } from '#entities/errors.ts'
import { titleKey } from '../csv/title-key.ts'
import { productColumns, variantColumns } from '../product-csv/columns.ts'
import { isProductTitle } from '../product-csv/read-titles.ts'

/** The field of each column by its title. A column without a field is not imported. */
export type MappedColumns = Record<string, string | null>

export interface TableMapping {
  name: string
  columns: MappedColumns
}

/** Fields in addition to the columns of product files. Several columns can have one of them, except the first three. */
export const SPECIAL_FIELDS = [
  'Price',
  'Sale Price',
  'Product Group',
  'Images',
  'Category',
  'Tags',
  'Option',
  'Old Address',
] as const

const REPEATABLE: readonly string[] = ['Images', 'Category', 'Tags', 'Option', 'Old Address']

const HIDDEN = new Set(['Product Id', 'Variant Id', 'Product Metadata', 'Variant Metadata', 'Product Thumbnail'])

/** All fields that a person can choose. `Price EUR` and so on are for prices that are not in the currency of the import. */
export function mappingFields(currencies: readonly string[]): string[] {
  const columns = [...productColumns().all, ...variantColumns().all].filter(({ isReadOnly }) => !isReadOnly)
  const titles = columns.map(({ title }) => title).filter((title) => !HIDDEN.has(title))
  return [
    ...SPECIAL_FIELDS,
    ...currencies.map((code) => `Price ${code.toUpperCase()}`),
    ...['Product Type', 'Product Collection Title'],
    ...titles,
  ]
}

const KEYS = ['Product Title', 'Product Handle', 'Product Group', 'Variant SKU']

/** @throws InvalidData for an unknown or repeated field, and if no field finds a product. */
export function assertMapping(columns: MappedColumns): void {
  const fields = Object.values(columns).filter((field) => field !== null)
  const unknown = fields.find((field) => !isSpecial(field) && !isProductTitle(field))
  if (unknown !== undefined)
    throw new InvalidData(`The field "${unknown}" is unknown. Choose a column of product files, or Option.`).because({
      name: 'mapping_field_unknown',
      field: unknown,
    })
  const repeated = fields.find((field, i) => !REPEATABLE.includes(field) && fields.indexOf(field) !== i)
  if (repeated !== undefined)
    throw new InvalidData(`Two columns have the field "${repeated}". Choose another one, or drop a column.`).because({
      name: 'mapping_field_repeated',
      field: repeated,
    })
  if (!KEYS.some((key) => fields.includes(key)))
    throw new InvalidData('Choose the column with the name of the product, or with its SKU.').because({
      name: 'mapping_key_missing',
    })
}

const isSpecial = (field: string) => (SPECIAL_FIELDS as readonly string[]).includes(field)

/** Two files with the same titles have the same digest, also in another order. */
export const titlesDigest = (titles: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([...new Set(titles.map(titleKey).filter((title) => title !== ''))].toSorted()))
    .digest('hex')
