import { expect, test } from 'vitest'
import { expectSuccess } from '#test/support/factories.ts'
import { errorMessagesOf, uniqueName, useImportShop } from '#test/support/import-shop.ts'
import { readJob, runJob, startJob, storeFile } from '#test/support/jobs.ts'
import { readCatalogueRows } from '#test/support/read-catalogue-rows.ts'

const { shop, productByHandle } = await useImportShop()

const table = (name: string) =>
  [
    'Artikelnummer;Bezeichnung;Preis (EUR);Lagerbestand;Strichcode;Bild;Langtext;Größe;Gewicht (kg);Notiz',
    `${name}-1;Wollmütze ${name};1.012,50 €;4;4006381333931;https://cdn.example.com/a.jpg;"<p>Warm &amp; <b>weich</b></p>";S;0,25;intern`,
    `${name}-2;Schal ${name};20,00 €;0;4012345678901;https://cdn.example.com/b.jpg;Lang;;0,1;`,
    '',
  ].join('\n')

const preview = async (file_key: string, input: object = {}) =>
  expectSuccess(shop.admin.post('/admin/import-mappings/preview', { file_key, ...input }))

const importTable = async (text: string, context: object = {}) =>
  runJob(shop, 'product-import', {
    fileKey: await storeFile(shop, text),
    currency: 'eur',
    fetch_pictures: false,
    ...context,
  })

const fieldsOf = (columns: { title: string; field: string | null }[]) =>
  Object.fromEntries(columns.map(({ title, field }) => [title, field]))

test('a table with German titles gets a proposal, a preview, and becomes products', async () => {
  const name = uniqueName('tabelle')
  const { columns, rows, fields, name: saved } = await preview(await storeFile(shop, table(name)))
  expect(saved).toBeNull()
  const proposed = fieldsOf(columns)
  expect(proposed).toEqual({
    Artikelnummer: 'Variant SKU',
    Bezeichnung: 'Product Title',
    'Preis (EUR)': 'Price EUR',
    Lagerbestand: 'Variant Inventory Quantity',
    Strichcode: 'Variant Barcode',
    Bild: 'Images',
    Langtext: 'Product Description',
    Größe: 'Option',
    'Gewicht (kg)': 'Variant Weight',
    Notiz: null,
  })
  expect(fields).toContain('Price EUR')
  expect(columns[2]?.samples).toEqual(['1.012,50 €', '20,00 €'])
  expect(rows[0]).toMatchObject({ 'Product Handle': `wollmutze-${name}`, 'Price EUR': '1012.50' })

  const job = await importTable(table(name), { mapping: { name: 'Lieferant', columns: proposed } })
  expect([job.status, job.result.errors]).toEqual(['completed', undefined])
  expect(job.result.operations).toMatchObject({ PRODUCT_CREATE: 2, VARIANT_CREATE: 2 })
  const hat = await productByHandle(`wollmutze-${name}`)
  expect(hat).toMatchObject({
    title: `Wollmütze ${name}`,
    description: 'Warm & **weich**',
    options: [{ title: 'Größe' }],
    variants: [{ title: 'S', sku: `${name}-1`, barcode: '4006381333931', weight: 250, inventory_quantity: 4 }],
  })
  expect(hat.variants[0]?.prices).toMatchObject([{ amount: 101250, currency_code: 'eur' }])
})

test('a saved mapping is used for the next file with its titles, in any order, until its deletion', async () => {
  const name = uniqueName('saved')
  const text = `Ref;Nom;Prix\n${name};Chapeau ${name};12,5\n`
  const unknown = await importTable(text)
  expect(errorMessagesOf(unknown).join()).toContain('Unable to treat column Ref')
  const columns = { Ref: 'Variant SKU', Nom: 'Product Title', Prix: 'Price' }
  const save = (label: string) => expectSuccess(shop.admin.post('/admin/import-mappings', { name: label, columns }))
  const { import_mapping } = await save('Fournisseur')
  expect((await save('Grossiste')).import_mapping.id).toBe(import_mapping.id)
  const job = await importTable(`Prix;Nom;Ref\n12,5;Chapeau ${name};${name}\n`)
  expect(job.result.source).toMatchObject({ program: 'Grossiste', currency_code: 'eur', is_mapped: true })
  expect((await productByHandle(`chapeau-${name}`)).variants[0]).toMatchObject({ sku: name, title: `Chapeau ${name}` })
  expect((await preview(await storeFile(shop, text))).name).toBe('Grossiste')
  const before = await readCatalogueRows(shop)
  expect((await importTable(text)).result.operations).toMatchObject({ PRODUCT_CREATE: 0, PRODUCT_UPDATE: 0 })
  expect(await readCatalogueRows(shop)).toEqual(before)
  await expectSuccess(shop.admin.delete(`/admin/import-mappings/${import_mapping.id}`))
  expect((await shop.admin.get('/admin/import-mappings')).body.import_mappings).toEqual([])
  expect((await shop.admin.delete(`/admin/import-mappings/${import_mapping.id}`)).status).toBe(404)
})

test('rows with the same group are the variants of one product', async () => {
  const name = uniqueName('group')
  const columns = {
    modell: 'Product Group',
    name: 'Product Title',
    farbe: 'Option',
    sku: 'Variant SKU',
    preis: 'Price',
  }
  const text = `modell,name,farbe,sku,preis\n${name},Bag ${name},Red,${name}-r,10\nother,Cup ${name},,${name}-c,3\n${name},,Blue,${name}-b,11\n`
  const job = await importTable(text, { mapping: { name: 'T', columns } })
  expect(job.result.operations).toMatchObject({ PRODUCT_CREATE: 2, VARIANT_CREATE: 3 })
  const bag = await productByHandle(`bag-${name}`)
  expect(bag.variants.map(({ title, sku }) => [title, sku])).toEqual([
    ['Red', `${name}-r`],
    ['Blue', `${name}-b`],
  ])
})

test('prices with a currency sign fill the columns of regions and quantities', async () => {
  const name = uniqueName('markets')
  const region = await shop.given.region({ name })
  const columns = {
    ...{ sku: 'Variant SKU', name: 'Product Title', staffel: 'Price EUR for 10+', usd: 'Price USD for 20+' },
    regional: `Price ${region.name} [${region.currency_code.toUpperCase()}]`,
  }
  const text = `sku;name;staffel;usd;regional\n${name};${name};12,50 €;9,00 $;11,00 ${region.currency_code.toUpperCase()}\n`
  const job = await importTable(text, { mapping: { name: 'Regionen', columns } })
  expect([job.status, job.result.errors]).toEqual(['completed', undefined])
  const { variants } = await productByHandle(name)
  expect(variants[0]?.prices.map(({ amount }) => amount).sort()).toEqual([1100, 1250, 900])
  const other = await importTable(text.replace('12,50 €', '12,50 £'), { mapping: { name: 'Regionen', columns } })
  expect(errorMessagesOf(other)).toHaveLength(1)
})

test('a table with SKUs and stock alone changes the stock and no titles', async () => {
  const name = uniqueName('stock')
  await importTable(`Name,SKU,Price,Größe\nCup ${name},${name},5,L\n`, {
    mapping: { name: 'T', columns: { Name: 'Product Title', SKU: 'Variant SKU', Price: 'Price', Größe: 'Option' } },
  })
  const job = await importTable(`SKU,Bestand\n${name},7\n`, {
    mapping: { name: 'T', columns: { SKU: 'Variant SKU', Bestand: 'Variant Inventory Quantity' } },
  })
  expect([job.result.errors, job.result.operations]).toMatchObject([
    undefined,
    { PRODUCT_CREATE: 0, VARIANT_UPDATE: 1 },
  ])
  expect((await productByHandle(`cup-${name}`)).variants[0]).toMatchObject({ title: 'L', inventory_quantity: 7 })
})

test('mappings that find no product, and unknown or repeated fields, are refused and change nothing', async () => {
  const post = (columns: object) => shop.admin.post('/admin/import-mappings', { name: 'x', columns })
  for (const [columns, message] of [
    [{ a: 'Price' }, 'Choose the column with the name of the product'],
    [{ a: 'Product Titel' }, 'The field "Product Titel" is unknown'],
    [{ a: 'Product Title', b: 'Product Title' }, 'Two columns have the field "Product Title"'],
    [{ a: 'Product Title', b: 7 }, 'b must be a string'],
  ] as const) {
    const { status, body } = await post(columns)
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(message.replaceAll('"', '\\"'))])
  }
  expect((await post({ __proto__: null, a: 'Product Title' })).status).toBe(200)
  const fileKey = await storeFile(shop, 'a,b\n1,2\n')
  const job = await startJob(shop.admin, 'product-import', {
    ...{ fileKey, currency: 'eur' },
    mapping: { name: 'x', columns: { c: 'Product Title' } },
  })
  await shop.runJobs()
  expect(errorMessagesOf(await readJob(shop.admin, job))).toEqual([expect.stringContaining('Missing column(s) "c"')])
  const other = await shop.admin.post('/admin/import-mappings/preview', { file_key: 'uploads/../x' })
  expect(other.status).toBe(400)
})

test.each([
  ['Bruttopreis', true],
  ['Price incl. VAT', true],
  ['Netto-Preis', false],
  ['Netzpreis', false],
])('the check names prices of the column %s if the shop stores them the other way: %s', async (title, isNamed) => {
  const { result } = await importTable(`Bezeichnung;${title}\n${uniqueName('Tasse')};12,50\n`, {
    mapping: { name: 'Table', columns: { Bezeichnung: 'Product Title', [title]: 'Price' } },
  })
  const messages = (result.notices ?? []).map(({ message }: { message: string }) => message)
  const notice = `${title} seems to have prices with tax, but the shop stores prices in EUR without tax.`
  expect(messages.includes(notice)).toBe(isNamed)
})
