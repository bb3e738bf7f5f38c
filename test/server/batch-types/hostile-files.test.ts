import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { ProductCategory } from '#entities/catalogue/category/product-category.ts'
import { ProductCollection } from '#entities/catalogue/collection/product-collection.ts'
import { Product } from '#entities/catalogue/product/product.ts'
import { ProductTag } from '#entities/catalogue/product/product-tag.ts'
import { ProductVariant } from '#entities/catalogue/product/product-variant.ts'
import { PastOrder } from '#entities/old-shop/orders/past-order.ts'
import { Customer } from '#entities/people/customer/customer.ts'
import { newFileKey } from '#entities/platform/file/file-key.ts'
import { IMPORT_FORMATS } from '#test/support/import-formats.ts'
import { runJob } from '#test/support/jobs.ts'
import { useOldShop } from '#test/support/old-shop.ts'

const { shop } = await useOldShop()

const CELLS: Readonly<Record<string, string>> = {
  ...{ formula: `=cmd|'/c calc'!A1`, 'escaped formula': `'=1+1`, 'at sign': '@SUM(A1)', NUL: 'a\0b', blank: '\u00a0 ' },
  ...{
    'lost letter': 'M\ufffdsli',
    quotes: 'a"b""c',
    'open quote': '"never closed',
    lines: '"a\rb\nc\r\nd"',
    emoji: '👩‍👩‍👧‍👦',
  },
  ...{ 'right to left': '\u202egnp.exe', negative: '-5', huge: '99999999999999999999', 'huge price': '21474836.48' },
  ...{
    exponent: '1.2E+400',
    German: '1.234,56',
    English: '1,234.56',
    grouped: '1.234',
    signs: '€ 12,50',
    infinity: 'Infinity',
  },
  ...{
    'not a number': 'NaN',
    'day of Excel': '45678',
    'day of a page': '03/04/2026',
    'no day': '2026-02-30',
    JSON: '{"a":',
  },
  ...{
    script: '<script>alert(1)</script>',
    SQL: `'; drop table product; --`,
    path: '../../etc/passwd',
    prototype: '__proto__',
  },
  ...{
    address: 'javascript:alert(1)',
    'private address': 'http://169.254.169.254/latest',
    list: ',,;;||>>  >',
    null: 'null',
  },
  ...{
    'long text': 'x'.repeat(100_000),
    megabyte: 'y'.repeat(1_100_000),
    surrogate: '\\ud800',
    percent: '%00%ff%',
    email: 'a@b',
  },
}

const COUNTED = [Product, ProductVariant, ProductTag, ProductCategory, ProductCollection, Customer, PastOrder]

async function countRows(): Promise<number[]> {
  const em = shop.orm.em.fork()
  return Promise.all(COUNTED.map((entity) => em.count(entity as typeof Product)))
}

type Job = Awaited<ReturnType<typeof runJob>>
const TECHNICAL =
  /undefined|\bnull\b|\[object|invalid input|syntax|\bat \/|node:|unknown error|Error:|constraint|out of range/i

/** A refused file names each fault for a person, also in other languages, and changes nothing. */
function expectReadable(job: Job, name: string): void {
  expect(['completed', 'failed'], name).toContain(job.status)
  if (job.status === 'completed') return
  const errors = job.result.errors ?? []
  expect(errors.length, name).toBeGreaterThan(0)
  for (const { message, reasons = [], err } of errors) {
    expect(message.replace(/\([^()]*: [^()]*\)/g, ''), name).not.toMatch(TECHNICAL)
    expect(reasons.length, `${name}: ${message}`).toBeGreaterThan(0)
    for (const { line } of err) expect(line, name).toBeGreaterThan(1)
  }
}

async function importContent(content: Uint8Array | string, { type, context = {} }: { type: string; context?: object }) {
  const stored = await shop.files.write(
    newFileKey('imports', 'file.csv'),
    (async function* () {
      yield typeof content === 'string' ? Buffer.from(content) : content
    })(),
  )
  const before = await countRows()
  const choices = { currency: 'eur', fetch_pictures: false, ...context }
  const job = await runJob(shop, type, { fileKey: stored.key, ...choices })
  if (job.status === 'failed') expect(await countRows()).toEqual(before)
  return job
}

const plain = (text: string) => (/[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const csvOf = (titles: readonly string[], ...rows: (readonly string[])[]) =>
  [titles, ...rows].map((cells) => cells.join(';')).join('\n')

test.each(
  IMPORT_FORMATS,
)('a file of $name with any hostile text is imported, or refused with its rows', async (format) => {
  const titles = Object.keys(format.row)
  const good = titles.map((title) => plain(format.row[title] ?? ''))
  const rows = (names: readonly string[]) => names.map((name) => titles.map(() => CELLS[name] ?? ''))
  const { alone = [], together = [] } = Object.groupBy(Object.keys(CELLS), (name) =>
    ['open quote', 'megabyte', 'NUL', 'emoji'].includes(name) ? 'alone' : 'together',
  )
  for (const names of [together, ...alone.map((name) => [name])])
    expectReadable(await importContent(csvOf(titles, good, ...rows(names)), format), names.join())
}, 120_000)

test.each(
  IMPORT_FORMATS,
)('a file of $name with a hostile cell in each column is imported, or refused', async (format) => {
  const titles = Object.keys(format.row)
  for (const name of ['formula', 'NUL', 'negative', 'huge', 'infinity', 'JSON', 'prototype', 'long text']) {
    const rows = titles.map((title, i) =>
      titles.map((other) => {
        if (other === title) return plain(CELLS[name] ?? '')
        const isKey = /handle|sku|email|^name$|^id$|slug|url_key|nr$/i.test(other)
        return plain(isKey ? `${name.replaceAll(' ', '-')}-${i}-${format.row[other]}` : (format.row[other] ?? ''))
      }),
    )
    expectReadable(await importContent(csvOf(titles, ...rows), format), name)
  }
}, 120_000)

/** One format of each reader. The bytes of a file are read before its format is known, so other formats differ only in their titles. */
const WITH_ALL_FORMS = ['the shop', 'Shopify', 'customers of Shopify', 'orders of Shopify']
const FORMS_OF_TITLES = ['titles only', 'repeated titles', 'wide row', 'half a line', 'prototype titles']

test.each(IMPORT_FORMATS)('a file of $name in a hostile form is imported, or refused', async (format) => {
  const titles = Object.keys(format.row)
  const row = titles.map((title) => plain(format.row[title] ?? ''))
  const text = csvOf(titles, row)
  const forms: Record<string, Uint8Array | string> = {
    ...{
      'UTF-16': Buffer.from(`\ufeff${text}`, 'utf16le'),
      'odd UTF-16': Buffer.from(`\ufeff${text}`, 'utf16le').subarray(0, -1),
    },
    ...{ 'Windows-1252': Buffer.from(`${text}\nM\u00fcsli`, 'latin1'), 'two marks': `\ufeff\ufeff${text}` },
    ...{
      'mixed encodings': Buffer.concat([Buffer.from(`${text}\nä`), Buffer.from([0xfc])]),
      empty: '',
      blanks: '\n\n \n',
    },
    ...{ 'titles only': titles.join(';'), 'repeated titles': csvOf([...titles, ...titles], [...row, ...row]) },
    ...{
      'mixed line ends': `${titles.join(';')}\r\n${row.join(';')}\n${row.join(';')}\r`,
      'wide row': `${text};;;more`,
    },
    ...{
      'open quote': `${text}\n"${'a\n'.repeat(1000)}`,
      '10,000 columns': csvOf(
        Array.from({ length: 10_000 }, (_, i) => `c${i}`),
        row,
      ),
    },
    ...{ 'half a line': text.slice(0, -5), bytes: Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 37) % 256)) },
    ...{
      'prototype titles': csvOf([...titles, '__proto__', 'constructor'], [...row, 'a', 'b']),
      image: Buffer.from('89504e470d0a1a0a', 'hex'),
    },
  }
  const isWhole = WITH_ALL_FORMS.includes(format.name)
  for (const [name, content] of Object.entries(forms))
    if (isWhole || FORMS_OF_TITLES.includes(name)) expectReadable(await importContent(content, format), name)
}, 120_000)

test('a hostile workbook is refused with a reason', async () => {
  const workbook = (sheet: string, more: Record<string, Uint8Array> = {}) =>
    zipSync({
      '[Content_Types].xml': strToU8(
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
      ),
      'xl/workbook.xml': strToU8(
        '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
      ),
      'xl/worksheets/sheet1.xml': strToU8(
        `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${sheet}</worksheet>`,
      ),
      ...more,
    })
  const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
  const rows = `<row r="1">${cell('A1', 'Product Handle')}${cell('B1', 'Product Title')}</row><row r="2">${cell('A2', 'merged-a')}${cell('B2', 'One')}</row><row r="3">${cell('A3', 'merged-b')}</row>`
  const forms: Record<string, [Uint8Array, RegExp]> = {
    'no rows': [workbook('<sheetData/>'), /empty|missing/i],
    bomb: [workbook('<sheetData/>', { 'xl/media/zeros.bin': new Uint8Array(160 * 1024 * 1024) }), /too large/],
    'no sheet': [zipSync({ 'xl/workbook.xml': strToU8('<workbook/>') }), /cannot be read/],
    'half a file': [workbook(`<sheetData>${rows}</sheetData>`).subarray(0, 600), /cannot be read/],
    'entities of XML': [
      zipSync({
        'xl/workbook.xml': strToU8('<!DOCTYPE a [<!ENTITY b "bbb"><!ENTITY c "&b;&b;">]><workbook>&c;</workbook>'),
      }),
      /cannot be read/,
    ],
    'merged cells': [
      workbook(`<sheetData>${rows}</sheetData><mergeCells count="1"><mergeCell ref="B2:B3"/></mergeCells>`),
      /Product Title should not be empty/,
    ],
    'a cell far right': [
      workbook(`<sheetData><row r="1">${cell('XFD1', 'Far')}</row></sheetData>`),
      /too long|unknown|treat|column/i,
    ],
    'a row far below': [
      workbook(`<sheetData>${rows}<row r="1048576">${cell('A1048576', 'far')}</row></sheetData>`),
      /more than 100000 rows/,
    ],
  }
  for (const [name, [content, message]] of Object.entries(forms)) {
    const job = await importContent(content, { type: 'product-import' })
    expect([job.status, job.result.errors?.map((error) => error.message).join()], name).toEqual([
      'failed',
      expect.stringMatching(message),
    ])
    expectReadable(job, name)
  }
}, 120_000)
