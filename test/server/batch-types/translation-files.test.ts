import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CsvRow, readCsv, writeCsv } from '#test/support/csv.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { errorMessagesOf } from '#test/support/import-shop.ts'
import { readFileText, readJob, runJob, startJob, storeFile } from '#test/support/jobs.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  await setLanguages(['en', 'de', 'pt-BR'])
})
afterAll(() => shop[Symbol.asyncDispose]())

const setLanguages = (languages: string[]) => expectSuccess(shop.admin.post('/admin/store', { languages }))

async function exportTexts(entities?: string[]) {
  const job = await runJob(shop, 'translation-export', entities ? { entities } : {})
  expect(job.status).toBe('completed')
  const text = await readFileText(shop, job.result.file_key!)
  return { text, ...readCsv(text) }
}

const importRows = async (rows: CsvRow[]) =>
  runJob(shop, 'translation-import', { fileKey: await storeFile(shop, writeCsv(rows)) })

let serial = 0
const collection = async (translations: object = {}) => {
  const body = { title: `Summer ${++serial}`, handle: `summer-${serial}`, translations }
  return (await expectSuccess(shop.admin.post('/admin/collections', body))).collection
}

const createCategory = async (body: object) =>
  (await expectSuccess(shop.admin.post('/admin/product-categories', body))).product_category

const shownTitle = async (id: string, locale: string) =>
  (await expectSuccess(shop.get(`/store/collections/${id}?locale=${locale}`))).collection.title

test('an export has a line for each text and a column for each language, and its import changes nothing', async () => {
  const { id, title } = await collection({ de: { title: '=Sommer; "1"\nZeile 2' } })
  const category = await createCategory({ name: 'Cups', translations: { 'pt-BR': { name: 'Copos' } } })
  const { text, titles, rows } = await exportTexts()
  expect(titles).toEqual(['Entity', 'ID', 'Text', 'en', 'de', 'pt-BR'])
  const linesOf = (one: string) => rows.filter(({ ID }) => ID === one)
  expect(linesOf(id)).toEqual([
    { Entity: 'product_collection', ID: id, Text: 'title', en: title, de: '\'=Sommer; "1"\nZeile 2', 'pt-BR': '' },
  ])
  expect(linesOf(category.id)).toEqual([
    { Entity: 'product_category', ID: category.id, Text: 'name', en: 'Cups', de: '', 'pt-BR': 'Copos' },
  ])
  expect(new Set((await exportTexts(['product_category'])).rows.map(({ Entity }) => Entity))).toEqual(
    new Set(['product_category']),
  )
  const job = await runJob(shop, 'translation-import', { fileKey: await storeFile(shop, text) })
  expect(job).toMatchObject({ status: 'completed', result: { count: 0, notices: [] } })
  expect(await shownTitle(id, 'de')).toBe('=Sommer; "1"\nZeile 2')
})

test('an import adds, changes and removes texts of types, tags, collections and categories', async () => {
  const product = await shop.given.product({ type: { value: 'Mug' }, tags: [{ value: 'blue' }] })
  const { id } = await collection({ de: { title: 'Sommer' } })
  const line = (Entity: string, ID: string, Text: string, de: string) => ({ Entity, ID, Text, DE: de })
  const rows = [
    line('product_type', product.type.id, 'value', 'Becher'),
    line('product_tag', product.tags[0].id, 'value', ' blau '),
    line('product_collection', id, 'title', ''),
  ]
  const fileKey = await storeFile(shop, writeCsv(rows))
  const dryRun = await startJob(shop.admin, 'translation-import', { fileKey }, true)
  await shop.runJobs()
  expect(await readJob(shop.admin, dryRun)).toMatchObject({ status: 'pre_processed', result: { count: 3 } })
  expect(await shownTitle(id, 'de')).toBe('Sommer')
  await expectSuccess(shop.admin.post(`/admin/batch-jobs/${dryRun.id}/confirm`))
  await shop.runJobs()
  expect(await readJob(shop.admin, dryRun)).toMatchObject({ status: 'completed', result: { count: 3 } })
  expect(await shownTitle(id, 'de')).toMatch(/^Summer/)
  const read = (path: string) =>
    expectSuccess(shop.get(`${path}?locale=de&id=${product.type.id}&id=${product.tags[0].id}`))
  expect((await read('/store/product-types')).product_types.map(({ value }) => value)).toEqual(['Becher'])
  expect((await read('/store/product-tags')).product_tags.map(({ value }) => value)).toEqual(['blau'])
})

test('an import never changes the original, and names the first row that differs', async () => {
  const { id, title } = await collection()
  const row = { Entity: 'product_collection', ID: id, Text: 'title', en: 'Autumn', de: 'Herbst' }
  const { result } = await importRows([row])
  expect(result.notices).toMatchObject([{ reasons: [{ name: 'import_originals_differ', count: 1, row: 2 }] }])
  expect([await shownTitle(id, 'en'), await shownTitle(id, 'de')]).toEqual([title, 'Herbst'])
})

test('a file with faults names each line and changes nothing', async () => {
  const { id } = await collection({ de: { title: 'Sommer' } })
  const line = (Entity: string, ID: string, Text: string, de = 'X') => ({ Entity, ID, Text, de })
  const job = await importRows([
    line('product_collection', id, 'title', 'Neu'),
    line('product_collection', id, 'title', 'Doppelt'),
    line('product_collection', 'pcol_none', 'title'),
    line('cart', id, 'title'),
    line('product_collection', id, 'handle'),
    line('product_collection', '', 'title'),
    line('product_collection', id, 'ti\ufffdtle'),
  ])
  expect([job.status, ...errorMessagesOf(job)]).toEqual([
    'failed',
    `title of ${id} appears in several lines (line 3)`,
    'product_collection with id: pcol_none was not found (line 4)',
    expect.stringMatching(/^cart has no translations\. Use one of: .* \(line 5\)$/),
    'de handle has no translations. Translate title. (line 6)',
    'ID is required (line 7)',
    expect.stringMatching(/^Text contains .* \(line 8\)$/),
  ])
  expect(await shownTitle(id, 'de')).toBe('Sommer')
})

test.each([
  ['a language that the shop lacks', 'Entity;ID;Text;fr\n', /^The store takes no translations to fr/],
  ['a language twice', 'Entity;ID;Text;de;DE\n', /has two columns DE/],
  ['no column of rows', 'Text;de\n', /^The csv file parsing failed due to: Missing column\(s\) "Entity", "ID"/],
  ['another column', 'Entity;ID;Text;de;Hello World\n', /Unable to treat column Hello World/],
  ['nothing', ';;\n', /^The file is empty/],
])('a file with %s is refused', async (_, text, message) => {
  const job = await runJob(shop, 'translation-import', { fileKey: await storeFile(shop, text) })
  expect([job.status, errorMessagesOf(job)[0]]).toEqual(['failed', expect.stringMatching(message)])
})

test('an export of an unknown entity, and of a shop with one language, is refused', async () => {
  const post = (context: object) => shop.admin.post('/admin/batch-jobs', { type: 'translation-export', context })
  expect((await post({ entities: ['cart'] })).status).toBe(400)
  await using other = await openTestShop()
  const reply = await other.admin.post('/admin/batch-jobs', { type: 'translation-export', context: {} })
  expect([reply.status, reply.body.message]).toEqual([400, expect.stringMatching(/^The store has one language/)])
})
