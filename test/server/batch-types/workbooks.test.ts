import { Readable } from 'node:stream'
import { strToU8 } from 'fflate'
import { expect, test } from 'vitest'
import { openWorkbook } from '#entities/catalogue/import-export/csv/read-workbook.ts'
import { newFileKey } from '#entities/platform/file/file-key.ts'
import { errorMessagesOf, uniqueName, useImportShop } from '#test/support/import-shop.ts'
import { runJob } from '#test/support/jobs.ts'
import { workbook } from '#test/support/workbook.ts'

const { shop, productByHandle } = await useImportShop()

const TOO_LARGE = 'The Excel workbook is too large. Save it as CSV UTF-8, or split it into several files.'

async function importBytes(bytes: Uint8Array) {
  const content = async function* () {
    yield bytes
  }
  const { key } = await shop.files.write(newFileKey('imports', 'file.xlsx'), content())
  return runJob(shop, 'product-import', { fileKey: key, currency: 'eur' })
}

test('a server that cannot start the program for workbooks goes on', async () => {
  const { execPath } = process
  process.execPath = '/missing/node'
  try {
    const content = async () => Readable.from([Buffer.from(workbook([['Product Handle'], ['a']]))])
    await expect(openWorkbook(content)).rejects.toThrow('ENOENT')
  } finally {
    process.execPath = execPath
  }
})

test('an Excel workbook has the columns of a product file, and its numbers and days become texts', async () => {
  const handle = uniqueName('sheet')
  const job = await importBytes(
    workbook([
      ['', ''],
      [
        'Product Handle',
        'Product Title',
        'Variant Title',
        'Variant EAN',
        'Price EUR',
        'Sale Price EUR',
        'Sale Starts At',
      ],
      [handle, 'Größe <1>', 'S', 4006381333931, 12.100000000000001, 9, { day: 46357 }],
      ['', '', ''],
    ]),
  )
  expect([job.status, job.result.errors]).toEqual(['completed', undefined])
  expect(await productByHandle(handle)).toMatchObject({
    title: 'Größe <1>',
    variants: [{ ean: '4006381333931', prices: [{ amount: 1210 }] }],
  })
  const { price_lists } = (await shop.admin.get('/admin/price-lists?q=Sale&expand=prices')).body
  expect(price_lists).toMatchObject([{ starts_at: '2026-12-01T00:00:00.000Z', prices: [{ amount: 900 }] }])
})

test('a workbook may have the columns of another program', async () => {
  const handle = uniqueName('sheet')
  await importBytes(
    workbook([
      ['Handle', 'Title', 'Variant Price'],
      [handle, 'Cup', 7.5],
    ]),
  )
  expect(await productByHandle(handle)).toMatchObject({ title: 'Cup', variants: [{ prices: [{ amount: 750 }] }] })
})

test('an error names the row of the sheet', async () => {
  const job = await importBytes(
    workbook([
      ['Product Handle', 'Product Title', 'Variant Title', 'Price EUR'],
      [uniqueName('sheet'), 'Cup', 'S', 'free'],
    ]),
  )
  expect(errorMessagesOf(job)).toEqual([expect.stringMatching(/Price EUR must be an amount .*\(line 2\)$/s)])
})

test('a damaged workbook is refused', async () => {
  const bytes = workbook([['Product Handle'], ['a']])
  const job = await importBytes(bytes.slice(0, bytes.length - 400))
  expect(errorMessagesOf(job)).toEqual(['The Excel workbook cannot be read. Save it again, or as CSV UTF-8.'])
})

test('a small file with an enormous content is refused', async () => {
  const job = await importBytes(
    workbook([['Product Handle'], ['a']], { 'xl/media/bomb.bin': new Uint8Array(160_000_000) }),
  )
  expect(errorMessagesOf(job)).toEqual([TOO_LARGE])
})

test('a workbook without a row is empty', async () => {
  expect(errorMessagesOf(await importBytes(workbook([])))).toEqual([expect.stringContaining('The file is empty.')])
})

test('the further sheets of a workbook are named, and line separators stay in their cell', async () => {
  const handle = uniqueName('sheet')
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const sheets = ['Products', 'Prices &amp; sales', 'Notes'].map(
    (name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="r1"/>`,
  )
  const job = await importBytes(
    workbook(
      [
        ['Handle', 'Title', 'Variant Price'],
        [handle, 'Cup\u2028Bowl\u2029Dish', 7.5],
      ],
      {
        'xl/workbook.xml': strToU8(
          `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheets.join('')}</sheets></workbook>`,
        ),
      },
    ),
  )
  expect(job.result.notices.map(({ message }: { message: string }) => message)).toContain(
    'Only the first visible sheet was read. Other sheets: Prices & sales, Notes.',
  )
  expect((await productByHandle(handle)).title).toBe('Cup\u2028Bowl\u2029Dish')
})

test('a hidden sheet is not imported', async () => {
  const handle = uniqueName('sheet')
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const job = await importBytes(
    workbook(
      [
        ['Product Handle', 'Product Title'],
        [handle, 'Cup'],
      ],
      {
        'xl/workbook.xml': strToU8(
          `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Old" sheetId="1" state="hidden" r:id="r9"/><sheet name="New" sheetId="2" r:id="r1"/></sheets></workbook>`,
        ),
      },
    ),
  )
  expect(job.result.notices).toMatchObject([{ message: 'Only the first visible sheet was read. Other sheets: Old.' }])
  expect((await productByHandle(handle)).title).toBe('Cup')
})

for (const [what, cell] of [
  ['an error', '<c r="B2" t="e"><f>1/0</f><v>#DIV/0!</v></c>'],
  ['no result', '<c r="B2"><f>2*5</f><v></v></c>'],
  ['no text', '<c r="B2" t="str"><f>A1</f></c>'],
] as const)
  test(`a formula with ${what} is refused and is no empty cell`, async () => {
    const sheet = (cells: string) =>
      `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="str"><v>Product Handle</v></c><c r="B1" t="str"><v>Product Subtitle</v></c></row><row r="2"><c r="A2" t="str"><f>B1</f><v>formula</v></c>${cells}</row></sheetData></worksheet>`
    const job = await importBytes(workbook([], { 'xl/worksheets/sheet1.xml': strToU8(sheet(cell)) }))
    expect(errorMessagesOf(job)).toEqual([
      'The formula in cell B2 has an error or no result. Correct it, or open and save the workbook in a spreadsheet program.',
    ])
    const empty = '<c r="B2" t="str"><f>C1</f><v></v></c>'
    const other = await importBytes(workbook([], { 'xl/worksheets/sheet1.xml': strToU8(sheet(empty)) }))
    expect(errorMessagesOf(other)).toEqual([expect.stringContaining('Product Title should not be empty')])
  })

test('a row that is longer than a line of a CSV file is refused', async () => {
  const long = workbook([['Product Handle', 'Product Title'], ...[['a', 'x'.repeat(1_100_000)]]])
  expect(errorMessagesOf(await importBytes(long))).toEqual([TOO_LARGE])
})

test('a small file that unpacks to an enormous sheet is refused', async () => {
  const text = new Uint8Array(160 * 1024 * 1024).fill(65)
  const job = await importBytes(workbook([['Handle']], { 'xl/worksheets/sheet1.xml': text }))
  expect(errorMessagesOf(job)).toEqual([TOO_LARGE])
})

test('a workbook with more than 100,000 rows is refused', async () => {
  const rows = Array.from({ length: 100_001 }, () => ['a'])
  expect(errorMessagesOf(await importBytes(workbook(rows)))).toEqual([
    'The file has more than 100000 rows. Split it into several files.',
  ])
})
