import { Zip, ZipDeflate } from 'fflate'
import { csvLines } from '#entities/catalogue/import-export/csv/write-csv.ts'

const SIZES = ['XS', 'S', 'M', 'L']
const TEXT = '<p>A description of the product, with <b>bold</b> words and a list.</p><ul><li>One</li></ul>'.repeat(6)

const SHOPIFY = [
  ...['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Type', 'Tags', 'Published', 'Option1 Name', 'Option1 Value'],
  ...['Variant SKU', 'Variant Grams', 'Variant Inventory Tracker', 'Variant Inventory Qty', 'Variant Inventory Policy'],
  ...['Variant Price', 'Variant Compare At Price', 'Variant Taxable', 'Image Src', 'Image Position', 'Status'],
]

/** A row for each variant, and five rows for each product. */
export function* shopifyRows(count: number): Generator<(string | number)[]> {
  yield SHOPIFY
  for (let i = 0; i < count; i++) {
    const [product, place] = [Math.floor(i / SIZES.length), i % SIZES.length]
    const own =
      place === 0
        ? [`Product ${product}`, TEXT, 'Vendor', 'Shirts', 'summer, new', 'TRUE', 'Size']
        : ['', '', '', '', '', '', '']
    yield [
      ...[
        `product-${product}`,
        ...own,
        SIZES[place]!,
        `SHOPIFY-${i}`,
        120,
        'shopify',
        10,
        'deny',
        '19.99',
        '24.99',
        'TRUE',
      ],
      ...[`https://cdn.example.com/${i}.png`, place + 1, place === 0 ? 'active' : ''],
    ]
  }
}

const WOOCOMMERCE = [
  ...['ID', 'Type', 'SKU', 'Name', 'Published', 'Visibility in catalog', 'Short description', 'Description'],
  ...['Tax status', 'Tax class', 'In stock?', 'Stock', 'Weight (kg)', 'Sale price', 'Regular price', 'Categories'],
  ...['Tags', 'Images', 'Parent', 'Attribute 1 name', 'Attribute 1 value(s)'],
]

/** A row for each product, followed by its variations. Files with another first id have other products. */
export function* woocommerceRows(count: number, firstId = 0): Generator<(string | number)[]> {
  yield WOOCOMMERCE
  for (let i = firstId; i < firstId + count; i++) {
    const [product, place] = [Math.floor(i / (SIZES.length + 1)), i % (SIZES.length + 1)]
    const parent = `P-${product}`
    if (place === 0)
      yield [
        ...[
          i,
          'variable',
          parent,
          `Article ${product}`,
          1,
          'visible',
          'Short',
          TEXT,
          'taxable',
          '',
          1,
          '',
          0.2,
          '',
          '',
        ],
        ...['Clothing > Shirts', 'summer, new', `https://cdn.example.com/${i}.png`, '', 'Size', SIZES.join(', ')],
      ]
    else
      yield [
        ...[i, 'variation', `WOO-${i}`, '', 1, 'visible', '', '', 'taxable', 'parent', 1, 10, '', 17.99, 19.99, '', ''],
        ...['', parent, 'Size', SIZES[place - 1]!],
      ]
  }
}

export async function* csvFile(rows: Iterable<(string | number)[]>): AsyncGenerator<string> {
  for (const row of rows) yield csvLines([row])
}

/** A workbook whose texts are in the cells, as many programs write it. */
export async function* workbookFile(rows: Iterable<(string | number)[]>): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  const add = (path: string) => {
    const file = new ZipDeflate(path, { level: 6 })
    zip.add(file)
    return (text: string, isLast = false) => file.push(Buffer.from(text), isLast)
  }
  for (const [path, text] of Object.entries(PARTS)) add(path)(XML + text, true)
  const write = add('xl/worksheets/sheet1.xml')
  write(`${XML}<worksheet xmlns="${MAIN}"><sheetData>`)
  let number = 0
  for (const row of rows) {
    number += 1
    write(`<row r="${number}">${row.map((value, i) => cellXml(value, `${columnName(i)}${number}`)).join('')}</row>`)
    yield* chunks.splice(0)
  }
  write('</sheetData></worksheet>', true)
  zip.end()
  yield* chunks
}

const cellXml = (value: string | number, place: string): string =>
  typeof value === 'number'
    ? `<c r="${place}"><v>${value}</v></c>`
    : `<c r="${place}" t="inlineStr"><is><t>${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`

const columnName = (i: number): string =>
  (i < 26 ? '' : columnName(Math.floor(i / 26) - 1)) + String.fromCharCode(65 + (i % 26))

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PARTS = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
}
