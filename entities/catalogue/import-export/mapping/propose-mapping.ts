import { isProductTitle } from '../product-csv/read-titles.ts'
import { type CellKind, currencyIn, isCurrency, kindOf } from './cell-kinds.ts'
import { FIELD_NAMES } from './field-names.ts'
import { type MappedColumns, SPECIAL_FIELDS } from './mapping-fields.ts'
import { partsOfTitle, wordOf } from './title-parts.ts'

interface Table {
  titles: readonly string[]
  /** The first rows. */
  rows: readonly (readonly string[])[]
  /** Of the shop, such as `eur`. */
  currencies: readonly string[]
}

/** Proposes a field for each column: by the title, which the values must not contradict, and then by the values alone. */
export function proposeMapping({ titles, rows, currencies }: Table): MappedColumns {
  const columns = titles.map((title, i) => ({ title, values: rows.map((cells) => cells[i] ?? '') }))
  const named = columns.map(({ title, values }) => {
    const kind = kindOf(values)
    return { title, values, kind, field: fieldOfTitle(title, kind) }
  })
  const taken = new Set<string>()
  const take = (field: string | undefined) => {
    if (field === undefined || (taken.has(field) && !REPEATABLE.has(field))) return undefined
    taken.add(field)
    return field
  }
  const tableCodes = currencyCodesIn(columns)
  const byTitle = named.map(({ field }) => take(field))
  const fields = named.map(({ title, values, kind }, i) => {
    const field = byTitle[i] ?? take(FIELD_OF_KIND[kind])
    return [title, field === 'Price' ? priceField({ title, values, tableCodes, currencies }) : (field ?? null)] as const
  })
  return Object.fromEntries(fields.filter(([title]) => title !== ''))
}

const REPEATABLE = new Set(['Images', 'Category', 'Tags', 'Option', 'Old Address'])

const FIELD_OF_KIND: Partial<Record<CellKind, string>> = {
  gtin: 'Variant Barcode',
  pictures: 'Images',
  price: 'Price',
  'long text': 'Product Description',
}

const WORDS = new Map(Object.entries(FIELD_NAMES).flatMap(([field, names]) => names.map((name) => [name, field])))

function fieldOfTitle(title: string, kind: CellKind): string | undefined {
  const { name } = partsOfTitle(title)
  const field =
    WORDS.get(wordOf(title)) ??
    WORDS.get(wordOf(name)) ??
    WORDS.get(wordOf(name).replace(/\d+$/, '')) ??
    ownField(title)
  return field !== undefined && isPossible(field, kind) ? field : undefined
}

const ownField = (title: string): string | undefined =>
  isProductTitle(title) && !(SPECIAL_FIELDS as readonly string[]).includes(title) ? title : undefined

const NUMERIC = /price|weight|length|width|height|quantity/i

function isPossible(field: string, kind: CellKind): boolean {
  if (kind === 'empty') return true
  if (NUMERIC.test(field)) return kind === 'price' || kind === 'number'
  if (field === 'Old Address') return kind === 'address' || kind === 'text'
  if (field === 'Images') return kind === 'pictures' || kind === 'address'
  return !['Product Title', 'Option'].includes(field) || !['pictures', 'address'].includes(kind)
}

const CURRENCY_TITLE = /curr|wahr|devise|moned|valut|moeda|walut/

/** The codes in a column such as `CURRENCY_CODE`. */
function currencyCodesIn(columns: readonly { title: string; values: readonly string[] }[]): string[] {
  const codes = columns
    .filter(({ title }) => CURRENCY_TITLE.test(wordOf(title)))
    .flatMap(({ values }) => values.map((value) => value.trim().toLowerCase()))
  return [...new Set(codes)].filter((code) => /^[a-z]{3}$/.test(code) && isCurrency(code))
}

/** Null for prices in a currency that the shop does not have, and for rows with several currencies. */
function priceField({
  title,
  values,
  tableCodes,
  currencies,
}: {
  title: string
  values: readonly string[]
  tableCodes: readonly string[]
  currencies: readonly string[]
}) {
  const named = currencyIn([partsOfTitle(title).unit].filter(Boolean)) ?? currencyIn(values)
  if (named === undefined && tableCodes.length > 1) return null
  const code = named ?? tableCodes[0]
  if (code === undefined || !isCurrency(code)) return 'Price'
  return currencies.includes(code) ? `Price ${code.toUpperCase()}` : null
}
