import { describe, expect, test } from 'vitest'
import { newFileKey } from '#entities/platform/file/file-key.ts'
import { readCsv, writeCsv } from '#test/support/csv.ts'
import { errorMessagesOf, productRow, type Row, uniqueName, useImportShop } from '#test/support/import-shop.ts'
import { readJob, runJob, startJob } from '#test/support/jobs.ts'

const { shop, importRows, exportProducts, productByHandle } = await useImportShop()

async function storeBytes(...parts: (string | readonly number[] | Uint8Array)[]) {
  const bytes = Buffer.concat(parts.map((part) => Buffer.from(part as string)))
  const content = async function* () {
    yield bytes
  }
  return (await shop.files.write(newFileKey('imports', 'file.csv'), content())).key
}

const importBytes = async (...parts: Parameters<typeof storeBytes>) =>
  runJob(shop, 'product-import', { fileKey: await storeBytes(...parts) })

async function checkRows(rows: Row[] | string, options: object = {}) {
  const fileKey = await storeBytes(typeof rows === 'string' ? rows : writeCsv(rows))
  const job = await startJob(shop.admin, 'product-import', { fileKey, ...options }, true)
  await shop.runJobs()
  return readJob(shop.admin, job)
}

const noticesOf = ({ result }: Awaited<ReturnType<typeof checkRows>>) =>
  (result.notices ?? []).map(({ message }) => message)

describe('files that are not UTF-8', () => {
  const text = (handle: string) => `Product Handle;Product Title;Variant Title\r\n${handle};Müsli 5€;Größe\r\n`

  test.each([
    ['UTF-16 with a byte order mark', (csv: string) => Buffer.from(`\ufeff${csv}`, 'utf16le'), 'UTF-16'],
    ['UTF-16 without a byte order mark', (csv: string) => Buffer.from(csv, 'utf16le'), 'UTF-16'],
    ['big-endian UTF-16', (csv: string) => Buffer.from(`\ufeff${csv}`, 'utf16le').swap16(), 'UTF-16'],
    ['Windows-1252', (csv: string) => Buffer.from(csv.replace('€', '\u0080'), 'latin1'), 'Windows-1252'],
  ])('%s is decoded, and the import names the encoding', async (_, encode, name) => {
    const handle = uniqueName('muesli')
    const job = await importBytes(encode(text(handle)))
    expect([job.status, noticesOf(job).join()]).toEqual(['completed', expect.stringContaining(`was read as ${name}`)])
    expect(await productByHandle(handle)).toMatchObject({ title: 'Müsli 5€', variants: [{ title: 'Größe' }] })
  })

  test('a file of several encodings is refused with the line', async () => {
    const job = await importBytes('Product Handle;Product Title\nä;ü\nb;', [0xfc])
    expect(errorMessagesOf(job)).toEqual(['Line 3 is not valid UTF-8. Save the file as CSV UTF-8.'])
  })

  test('a letter that another program lost is refused with its cell', async () => {
    const job = await importBytes(text(uniqueName('odd')).replace('€', '\ufffd'))
    expect(errorMessagesOf(job)).toEqual([expect.stringMatching(/Product Title contains \ufffd instead of .+line 2/s)])
  })

  test.each([
    ['of DOS', [0x4d, 0x81, 0x73, 0x6c, 0x69]],
    ['of Japan', [0x83, 0x81, 0x81, 0x5b, 0x93, 0xfa]],
  ])('a file in the encoding %s is refused', async (_, title) => {
    const job = await importBytes('Product Handle;Product Title\na;', title)
    expect(errorMessagesOf(job)).toEqual(['The file is neither UTF-8 nor Windows-1252. Save it as CSV UTF-8.'])
  })
})

test.each([
  ['an Excel workbook', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]],
  ['an OpenDocument spreadsheet', 'PK\u0003\u0004..mimetypeapplication/vnd.oasis.opendocument.spreadsheet'],
  ['a compressed archive', 'PK\u0003\u0004..photos/'],
  ['a UTF-32 file', [0xff, 0xfe, 0, 0, 0x50, 0, 0, 0]],
  ['a UTF-32 file', [0, 0, 0xfe, 0xff, 0, 0, 0, 0x50]],
  ['not a text file', [0x50, 0, 0, 0, 0x72, 0, 0, 0]],
  ['a PDF document', '%PDF-1.7'],
  ['an HTML page', '<!DOCTYPE html><table>'],
  ['an XML file', '<?xml version="1.0"?>'],
  ['a JSON file', '[{"handle": 1}]'],
  ['not a text file', [1, 2, 0, 3, 0, 0]],
])('%s is refused by its name', async (name, bytes) => {
  const job = await importBytes(bytes)
  expect([job.status, errorMessagesOf(job)]).toEqual(['failed', [expect.stringContaining(`This is ${name}. `)]])
})

describe('files that spreadsheets and people write', () => {
  test.each([
    ['an Excel separator line', (handle: string) => `sep=,\r\nProduct Handle,Product Title\r\n${handle},A\r\n`],
    ['titles with other case and blanks', (handle: string) => ` product\u00a0handle ;PRODUCT  TITLE\n${handle};A\n`],
    ['empty rows and columns', (handle: string) => `\n;;\nProduct Handle;Product Title;;\n;;;\n${handle};A;;\n   \n;;`],
    ['mixed line ends', (handle: string) => `\ufeffProduct Handle;Product Title\r\n${handle};A\n\r\n`],
  ])('%s are accepted', async (_, file) => {
    const handle = uniqueName('written')
    expect((await importRows(file(handle))).status).toBe('completed')
    expect(await productByHandle(handle)).toMatchObject({ title: 'A' })
  })
})

test('one reply names all problems of the titles, with the nearest title', async () => {
  const job = await importRows('SKU;Produkt Handle;Price Mars [EUR];Price XXX;Coffee\na;b;1;2;3')
  expect(errorMessagesOf(job)).toEqual([
    expect.stringMatching(/column SKU .+ Did you mean "Variant SKU"\?$/),
    expect.stringMatching(/column Produkt Handle .+ Did you mean "Product Handle"\?$/),
    "Trying to set a price for a region Mars that doesn't exist",
    'Currency with code: xxx was not found',
    expect.stringMatching(/column Coffee .+ provided schema$/),
    expect.stringContaining('Missing column(s) "Product Handle"'),
  ])
})

test.each([
  ['many short titles', 'x;'.repeat(400_000)],
  ['many titles', Array.from({ length: 2001 }, (_, i) => `c${i}`).join(';')],
  ['one long title', 'Product Handle;'.padEnd(900_000, 'y')],
])('a header of %s is refused at once', async (_, header) => {
  const job = await checkRows(`${header}\na;b\n`)
  expect(errorMessagesOf(job)).toEqual(['The csv file parsing failed due to: The header line is too long'])
})

test('a reply names the first hundred problems of the titles, and the number of the others', async () => {
  const titles = Array.from({ length: 130 }, (_, i) => `Column ${i}`)
  const messages = errorMessagesOf(await checkRows(`Product Handle;${titles.join(';')}\na;b\n`))
  expect([messages.length, messages.at(-1)]).toEqual([101, '30 more errors were found'])
})

test.each([
  ['Price EUR', '0.005', 'must have at most 2 decimals, as EUR has'],
  ['Price JPY', '1.5', 'must have at most 0 decimals, as JPY has'],
  ['Product Discountable', 'perhaps', 'must be true or false'],
  ['Product Weight', '0.5', 'must be an integer number of grams'],
  ['Variant Inventory Quantity', '1.000', 'must be an integer number of units'],
  ['Variant EAN', '4.00638E+12', 'has lost digits in a spreadsheet'],
  ['Variant SKU', '4,00638e+12', 'has lost digits in a spreadsheet'],
  ['Product HS Code', '8.47130E+09', 'has lost digits in a spreadsheet'],
  ['Product Metadata', '[1]', 'must be a JSON object'],
  ['Product Metadata', '{"a":"\\u0000"}', 'must be a JSON object'],
  ['Option 2 Value', 'Red', 'Option 2 Name should not be empty'],
  ['Sales Channel 1 Name', 'Wholsale', 'Sales channel Wholsale was not found'],
])('the column %s refuses %s', async (title, value, message) => {
  const job = await importRows([productRow({ [title]: value })])
  expect([job.status, errorMessagesOf(job).join()]).toEqual(['failed', expect.stringContaining(message)])
})

test('booleans, whole numbers and prices are read in the ways of spreadsheets, and the import names changed values', async () => {
  const handle = `${uniqueName('a')}/b`
  const job = await importRows([
    productRow({
      'Product Handle': handle,
      'Product Discountable': 'FALSCH',
      'Product Weight': '250.0',
      'Variant SKU': ` ${handle} `,
      'Price EUR': '1.250',
    }),
  ])
  expect(job.status).toBe('completed')
  expect(await productByHandle(handle.replace('/', '-'))).toMatchObject({
    ...{ discountable: false, weight: 250 },
    variants: [{ sku: handle, prices: [{ amount: 125 }] }],
  })
  expect(noticesOf(job)).toEqual([
    expect.stringContaining('1.250 was read as 1.25'),
    expect.stringContaining('Variant SKU of row 2'),
    expect.stringContaining(`${handle} becomes ${handle.replace('/', '-')}`),
  ])
})

test('faults name the row of the spreadsheet, the product and the SKU', async () => {
  const sku = uniqueName('sku')
  const job = await importRows([
    productRow({ 'Product Description': 'a\nb\nc', 'Variant SKU': '' }),
    productRow({ 'Product Handle': 'vase', 'Product Description': '', 'Variant SKU': sku, 'Product Title': '' }),
  ])
  expect(job.result.errors[0]).toMatchObject({ err: [{ line: 5, row: 3, handle: 'vase', sku }] })
  expect(errorMessagesOf(job)[0]).toContain('(row 3, line 5)')
})

describe('rows without ids', () => {
  test('find products by handle, and variants by SKU or options, so a file can be imported again', async () => {
    const handle = uniqueName('again')
    const rows = ['S', 'M'].map((size) =>
      productRow({
        ...{ 'Product Handle': handle, 'Variant Title': size, 'Option 1 Value': size, 'Variant SKU': '' },
        'Price EUR': 5,
      }),
    )
    expect((await importRows(rows)).result.operations).toMatchObject({ PRODUCT_CREATE: 1, VARIANT_CREATE: 2 })
    const unchanged = { PRODUCT_CREATE: 0, PRODUCT_UPDATE: 0, VARIANT_CREATE: 0, VARIANT_UPDATE: 0 }
    expect((await checkRows(rows)).result.operations).toEqual(unchanged)
    expect((await importRows(rows)).result.operations).toEqual(unchanged)
    const dearer = rows.map((row, i) => ({ ...row, 'Price EUR': 5 + i }))
    expect((await checkRows(dearer)).result.operations).toEqual({ ...unchanged, VARIANT_UPDATE: 1 })
    expect((await importRows(dearer)).result.operations).toEqual({ ...unchanged, VARIANT_UPDATE: 1 })
  })

  test('the stock file of a supplier sets quantities', async () => {
    const row = productRow({ 'Variant SKU': uniqueName('stock'), 'Variant Inventory Quantity': 1 })
    await importRows([row])
    const { 'Product Handle': handle, 'Variant SKU': sku } = row
    const stock = (quantity: number) => ({ 'Variant SKU': sku as string, 'Variant Inventory Quantity': quantity })
    await importRows([{ 'Product Handle': handle as string, ...stock(77) }])
    expect((await productByHandle(handle)).variants).toMatchObject([{ sku, inventory_quantity: 77 }])
    expect((await importRows([stock(78)])).status).toBe('completed')
    expect(await productByHandle(handle)).toMatchObject({ title: 'Imported', variants: [{ inventory_quantity: 78 }] })
    const job = await importRows([{ 'Variant SKU': 'no-such-sku', 'Variant Inventory Quantity': 1 }])
    expect(errorMessagesOf(job).join()).toContain('Variant with sku: no-such-sku was not found')
    expect(job.result.errors.map(({ reasons }) => reasons)).toEqual([
      [{ name: 'sku_without_product', sku: 'no-such-sku', column: 'Variant SKU' }],
    ])
  })
})

test('a dry run names what the import erases', async () => {
  const { id } = await shop.given.product({
    ...{ prices: [1000, 2000], subtitle: 'gone', tags: [{ value: uniqueName('tag') }] },
    images: ['https://example.com/x.png'],
  })
  const { rows } = readCsv(await exportProducts({ filterable_fields: { id } }))
  const empty = { 'Product Subtitle': '', 'Price EUR': '', 'Product Tags': '', 'Image 1 Url': '' }
  const job = await checkRows(rows.map((row) => ({ ...row, ...empty })))
  expect(job.result.operations).toMatchObject({ PRODUCT_UPDATE: 1, VARIANT_UPDATE: 2 })
  expect(noticesOf(job)).toEqual([
    '2 prices removed.',
    '1 tag removed.',
    '1 image removed.',
    'Product Subtitle: 1 emptied.',
  ])
})

describe('blanks around names', () => {
  const BLANKS = { Space: ' ', NoBreakSpace: '\u00a0', ZeroWidthSpace: '\u200b' }

  test.each(Object.entries(BLANKS))('%s does not distinguish two values of an option', async (_, blank) => {
    const handle = uniqueName('blank')
    const row = { 'Product Handle': handle, 'Option 1 Value': `S${blank}` }
    const job = await checkRows([productRow({ ...row, 'Option 1 Value': 'S' }), productRow(row)])
    expect(errorMessagesOf(job)).toEqual([expect.stringContaining('Another variant has the same options')])
  })

  test('names are stored without blanks, and the import reports the first one', async () => {
    const handle = uniqueName('blank')
    const first = productRow({ 'Product Handle': handle, 'Product Title': ' Mug ', 'Option 1 Name': 'Size ' })
    const second = productRow({ 'Product Handle': handle, 'Variant Title': ' L', 'Option 1 Value': '\u00a0L ' })
    const job = await importRows([
      { ...first, 'Product Type': ' Cup ' },
      { ...second, 'Product Type': ' Cup ' },
    ])
    expect([job.status, noticesOf(job).join()]).toEqual(['completed', expect.stringContaining('Blanks around')])
    const { title, options, variants, type } = await productByHandle(handle)
    expect([title, options[0].title, type.value, variants.map((variant) => variant.title)]).toEqual([
      ...['Mug', 'Size', 'Cup'],
      ['S', 'L'],
    ])
    expect(variants.map((variant) => variant.options?.[0]?.value)).toEqual(['S', 'L'])
  })

  test('the same file with blanks changes no row', async () => {
    const row = productRow({ 'Option 1 Name': ' Size', 'Option 1 Value': 'S ' })
    expect((await importRows([row])).status).toBe('completed')
    const { result } = await checkRows([row])
    expect(result.operations).toEqual({ PRODUCT_CREATE: 0, PRODUCT_UPDATE: 0, VARIANT_CREATE: 0, VARIANT_UPDATE: 0 })
  })
})
