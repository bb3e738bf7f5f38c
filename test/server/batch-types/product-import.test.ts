import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogue } from '#test/support/catalogue.ts'
import { readCsv, writeCsv } from '#test/support/csv.ts'
import { answered, type Json } from '#test/support/given.ts'
import { fileOf, putFile, read, runJob, startJob } from '#test/support/jobs.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
let region: Json
beforeAll(async () => {
  shop = await openTestShop({ demo: true })
  await shop.admin.post('/admin/store/currencies/jpy')
  region = await shop.given.region({ name: 'Europe [all]', countries: 0 })
})
afterAll(() => shop[Symbol.asyncDispose]())

type Row = Record<string, string | number>

let serial = 0
const unique = (word: string) => `${word}-${++serial}`

const row = (over: Row = {}): Row => ({
  'Product Handle': unique('imported'),
  'Product Title': 'Imported',
  'Variant Title': 'S',
  'Option 1 Name': 'Size',
  'Option 1 Value': 'S',
  ...over,
})

async function imported(rows: Row[] | string): Promise<Json> {
  const fileKey = await putFile(shop, typeof rows === 'string' ? rows : writeCsv(rows))
  return { ...(await runJob(shop, 'product-import', { fileKey })), fileKey }
}

const productBy = async (handle: unknown): Promise<Json> =>
  (await answered(shop.admin.get(`/admin/products?handle=${handle}`))).products[0]

const exported = async (context = {}): Promise<string> =>
  fileOf(shop, (await runJob(shop, 'product-export', context)).result.file_key)

const messages = (job: Json): string[] => job.result.errors.map(({ message }: Json) => message)

test('products are made with their variants, prices, options, images, tags and channels', async () => {
  const [handle, tag] = [unique('imported'), unique('tag')]
  const collection = (await answered(shop.admin.post('/admin/collections', { title: unique('Summer') }))).collection
  const line = (size: string, price: number) => ({
    ...row({ 'Product Handle': handle, 'Variant Title': size, 'Option 1 Value': size }),
    'Product Status': 'published',
    'Product Weight': 250,
    'Product Collection Handle': collection.handle,
    'Product Type': 'Shirt',
    'Product Tags': `${tag}, cotton`,
    'Variant SKU': `${handle}-${size}`,
    'Variant Inventory Quantity': 7,
    'Price EUR': price,
    'Price JPY': 1200,
    [`Price ${region.name} [EUR]`]: '9.99',
    'Image 1 Url': 'https://example.com/1.png',
    'Image 2 Url': 'https://example.com/2.png',
  })
  const job = await imported([line('S', 12.34), line('M', 13)])
  expect(job).toMatchObject({
    status: 'completed',
    result: {
      count: 3,
      advancement_count: 3,
      operations: { PRODUCT_CREATE: 1, PRODUCT_UPDATE: 0, VARIANT_CREATE: 2, VARIANT_UPDATE: 0 },
    },
  })
  const product = await productBy(handle)
  expect(product).toMatchObject({
    title: 'Imported',
    status: 'published',
    weight: 250,
    discountable: true,
    thumbnail: 'https://example.com/1.png',
    collection: { id: collection.id },
    type: { value: 'Shirt' },
    options: [{ title: 'Size' }],
    images: [{ url: 'https://example.com/1.png' }, { url: 'https://example.com/2.png' }],
  })
  expect(product.tags.map(({ value }: Json) => value).sort()).toEqual(['cotton', tag].sort())
  expect(product.sales_channels).toHaveLength(1)
  expect(
    product.variants.map(({ title, sku, inventory_quantity, variant_rank, prices, options }: Json) => [
      ...[title, sku, inventory_quantity, variant_rank, options[0].value],
      prices.map(({ amount, currency_code, region_id }: Json) => [amount, currency_code, region_id]),
    ]),
  ).toEqual(
    ['S', 'M'].map((size, i) => [
      ...[size, `${handle}-${size}`, 7, i, size],
      [
        [i === 0 ? 1234 : 1300, 'eur', null],
        [1200, 'jpy', null],
        [999, 'eur', region.id],
      ],
    ]),
  )
  expect(await shop.files.stat(job.fileKey)).toBeUndefined()
  const told = await shop.orm.em.fork().execute("select name from event where payload->>'id' = ?", [product.id])
  expect(told).toEqual([{ name: 'product.created' }])
})

const category = async (name: string): Promise<Json> =>
  (await answered(shop.admin.post('/admin/product-categories', { name, description: `All ${name}` }))).product_category

test('products come into the categories of the file, and leave those that it does not name', async () => {
  const [one, other] = [await category(unique('Shirts')), await category(unique('Sale'))]
  const { id } = await shop.given.product({ categories: [{ id: one.id }, { id: other.id }] })
  const filter = { filterable_fields: { id } }
  const job = await runJob(shop, 'product-export', filter)
  expect(job.context.shape.dynamicProductCategoriesColumnCount).toBe(2)
  const { titles, rows } = await readCsv(await fileOf(shop, job.result.file_key))
  const places = titles.filter((title) => title.startsWith('Product Category'))
  expect(places).toEqual(
    [1, 2].flatMap((n) => ['Handle', 'Name', 'Description'].map((name) => `Product Category ${n} ${name}`)),
  )
  const cells = places.map((title) => rows[0]?.[title])
  const cellsOf = ({ handle, name }: Json) => [handle, name, `All ${name}`]
  expect([cells.slice(0, 3), cells.slice(3)].sort()).toEqual([one, other].map(cellsOf).sort())

  const handle = unique('imported')
  const line = (ids: Row, first: string, second: string): Row => ({
    ...row(ids),
    'Product Category 1 Handle': first,
    'Product Category 2 Handle': second,
  })
  const { 'Product Handle': known = '', 'Variant Id': variantId = '' } = rows[0] ?? {}
  const again = await imported([
    line({ 'Product Id': '', 'Variant Id': '', 'Product Handle': handle }, '', one.handle),
    line({ 'Product Id': id, 'Variant Id': variantId, 'Product Handle': known, 'Option 1 Name': '' }, other.handle, ''),
  ])
  expect(again.result.errors ?? []).toEqual([])
  const categoriesOf = async (by: string) => {
    const { products } = await answered(shop.admin.get(`/admin/products?${by}&expand=categories`))
    return products[0].categories.map(({ id }: Json) => id)
  }
  expect(await categoriesOf(`handle=${handle}`)).toEqual([one.id])
  expect(await categoriesOf(`id=${id}`)).toEqual([other.id])
})

test('a product export that is imported again changes nothing at all', async () => {
  await shop.given.product({
    subtitle: '=1+1',
    description: 'say "hi";\nbye',
    tags: [{ value: 'a, b' }],
    material: "'=x",
  })
  const { id, variants } = await shop.given.product({
    prices: [1, 2],
    variants: [0, 1].map((i) => ({
      title: `V${i}`,
      options: [{ value: `V${i}` }],
      prices: [
        { currency_code: 'eur', amount: i },
        { currency_code: 'eur', amount: 9, min_quantity: 10 },
        { region_id: region.id, amount: 8 },
      ],
    })),
    images: ['https://example.com/b.png', 'https://example.com/a.png', 'https://example.com/b.png'],
    categories: [{ id: (await category(unique('Trousers'))).id }, { id: (await category(unique('Winter'))).id }],
  })
  // As in a shop that kept no variants apart.
  await shop.orm.em
    .fork()
    .execute(`update product_option_value set value = 'same' where variant_id in (?, ?)`, [
      variants[0].id,
      variants[1].id,
    ])
  await answered(
    shop.admin.post('/admin/price-lists', {
      name: 'Sale',
      description: '',
      type: 'sale',
      prices: [{ variant_id: variants[0].id, currency_code: 'eur', amount: 3 }],
    }),
  )
  await answered(shop.admin.post(`/admin/products/${id}/options`, { title: 'Colour' }))
  const before = await catalogue(shop)
  expect(before.product_category_product?.length).toBeGreaterThan(1)
  const text = await exported()
  const job = await imported(text)
  expect(job).toMatchObject({ status: 'completed', result: { operations: { PRODUCT_CREATE: 0, VARIANT_CREATE: 0 } } })
  expect(await catalogue(shop)).toEqual(before)
  expect(await exported()).toBe(text)
})

test('what a file says of products and variants that are there is changed, and nothing else', async () => {
  const { id } = await shop.given.product({
    prices: [1000, 2000],
    subtitle: 'gone',
    images: ['https://example.com/x.png'],
  })
  const path = `/admin/products/${id}`
  const before = (await answered(shop.admin.get(path))).product
  const { rows } = await readCsv(await exported({ filterable_fields: { id } }))
  const [first, second] = rows as [Record<string, string>, Record<string, string>]
  const fresh = { ...second, 'Variant Id': '', 'Variant Title': 'New', 'Option 1 Value': 'New', 'Price EUR': '5' }
  Object.assign(first, {
    'Product Subtitle': '',
    'Product Title': 'Renamed',
    'Price EUR': '',
    'Variant SKU': unique('sku'),
  })
  Object.assign(second, { 'Variant Inventory Quantity': '3', 'Image 1 Url': '' })
  Object.assign(first, { 'Image 1 Url': 'https://example.com/y.png' })
  const job = await imported([first, second, fresh])
  expect(job.result.operations).toEqual({ PRODUCT_CREATE: 0, PRODUCT_UPDATE: 1, VARIANT_CREATE: 1, VARIANT_UPDATE: 2 })
  const { product } = await answered(shop.admin.get(path))
  expect(product).toMatchObject({ title: 'Renamed', subtitle: null, handle: before.handle, status: 'published' })
  expect(product.images.map(({ url }: Json) => url)).toEqual(['https://example.com/y.png'])
  const facts = product.variants.map(({ title, sku, inventory_quantity, variant_rank, prices }: Json) => [
    ...[title, sku, inventory_quantity, variant_rank],
    prices.map(({ amount }: Json) => amount),
  ])
  expect(facts).toEqual([
    ['V0', first['Variant SKU'], 100, 0, []],
    ['V1', null, 3, 1, [2000]],
    ['New', null, 100, 2, [500]],
  ])
  expect(product.variants[1].id).toBe(before.variants[1].id)
})

test('columns that a file does not have are left alone', async () => {
  const { id, handle, variants } = await shop.given.product({ subtitle: 'kept', tags: [{ value: 'kept' }] })
  const job = await imported([
    { 'Product Id': id, 'Product Handle': handle, 'Variant Id': variants[0].id, 'Variant Barcode': unique('4') },
  ])
  expect(job.status).toBe('completed')
  const { product } = await answered(shop.admin.get(`/admin/products/${id}`))
  expect(product).toMatchObject({ subtitle: 'kept', tags: [{ value: 'kept' }] })
  expect(product.variants[0]).toMatchObject({ barcode: expect.any(String), prices: [{ amount: 1000 }], title: 'V0' })
})

test('stock that is owed is told again, and not made less', async () => {
  const product = await shop.given.product()
  const path = `/admin/products/${product.id}/variants/${product.variants[0].id}`
  await answered(shop.admin.post(path, { allow_backorder: true, inventory_quantity: -3 }))
  await answered(shop.admin.post(path, { allow_backorder: false }))
  const { rows } = await readCsv(await exported({ filterable_fields: { id: product.id } }))
  expect(await imported(rows)).toMatchObject({ status: 'completed' })
  const less = rows.map((line) => ({ ...line, 'Variant Inventory Quantity': '-4' }))
  expect(messages(await imported(less)).join()).toContain('Variant Inventory Quantity must not be less than 0')
})

test('skus and handles may be swapped', async () => {
  const [a, b] = [row({ 'Variant SKU': unique('sku') }), row({ 'Variant SKU': unique('sku') })]
  await imported([a, b])
  const [one, other] = [await productBy(a['Product Handle']), await productBy(b['Product Handle'])]
  const line = ({ id, variants }: Json, { handle, variants: [{ sku }] }: Json) => ({
    'Product Id': id,
    'Product Handle': handle,
    'Variant Id': variants[0].id,
    'Variant SKU': sku,
  })
  expect((await imported([line(one, other), line(other, one)])).status).toBe('completed')
  const [first, second] = [await productBy(a['Product Handle']), await productBy(b['Product Handle'])]
  expect([first.id, first.variants[0].sku]).toEqual([other.id, one.variants[0].sku])
  expect([second.id, second.variants[0].sku]).toEqual([one.id, other.variants[0].sku])
})

test('a dry run tells what would be done, and does none of it', async () => {
  const line = row()
  const job = await startJob(shop.admin, 'product-import', { fileKey: await putFile(shop, writeCsv([line])) }, true)
  const before = await catalogue(shop)
  await shop.settle()
  const { status, result } = await read(shop.admin, job)
  expect(status).toBe('pre_processed')
  expect(result.stat_descriptors[0]).toMatchObject({ key: 'product-import-count', name: 'Products/variants to import' })
  expect(result.stat_descriptors[0].message).toBe(
    'There will be 1 products created (0  updated).\n             1 variants will be created and 0 updated',
  )
  expect(await catalogue(shop)).toEqual(before)
})

describe('a file with a fault changes nothing', () => {
  test('and every bad line is told, with its reason', async () => {
    const taken = await shop.given.product()
    const twin = row({ 'Variant SKU': unique('sku') })
    const lines = [
      row(),
      row({ 'Product Collection Handle': 'nowhere' }),
      row({ 'Product Handle': taken.handle }),
      row({ 'Product Title': '' }),
      twin,
      { ...row(), 'Variant SKU': twin['Variant SKU'] as string },
      row({ 'Product Id': 'prod_no' }),
      row({ 'Variant Id': 'variant_no' }),
      row({ 'Variant Inventory Quantity': 'many', 'Product Discountable': 'perhaps' }),
      row({ 'Variant Inventory Quantity': -1 }),
      row({ 'Product Handle': '' }),
      { ...twin, 'Variant SKU': '' },
      { ...twin, 'Variant SKU': '', 'Option 1 Name': 'Colour' },
      row({ 'Product Category 1 Handle': 'nowhere' }),
      row({ 'Product Id': (await shop.given.product()).id, 'Variant Id': (await shop.given.variant()).id }),
      row({ 'Option 1 Value': '' }),
    ]
    const titles = [...new Set(lines.flatMap((line) => Object.keys(line)))]
    const before = await catalogue(shop)
    const job = await imported(
      lines.map((line) => Object.fromEntries(titles.map((title) => [title, line[title] ?? '']))),
    )
    expect(await catalogue(shop)).toEqual(before)
    expect(job).toMatchObject({ status: 'failed', result: { advancement_count: 0 } })
    expect(job.result.errors.map(({ err, message, code }: Json) => [err[0].line, code, reasonIn(message)])).toEqual(
      [
        [3, 'Collection with handle nowhere was not found'],
        [4, `Product with handle ${taken.handle} already exists.`],
        [5, 'Product Title should not be empty'],
        [7, `Product_variant with sku ${twin['Variant SKU']} already exists.`],
        [8, 'Product with id: prod_no was not found'],
        [9, 'Variant with id: variant_no was not found'],
        [10, 'Variant Inventory Quantity must be an integer number, Product Discountable must be a boolean value'],
        [11, 'Variant Inventory Quantity must not be less than 0'],
        [
          12,
          'The csv file parsing failed due to: No value found for target column "Product Handle" in line 12 of the given csv file',
        ],
        [13, 'Another variant has the same options'],
        [14, 'There is no option Colour'],
        [15, 'Category with handle nowhere was not found'],
        [16, expect.stringMatching(/^Variant with id: \w+ is of another product$/)],
        [17, 'Option Value should not be empty'],
      ].map(([line, reason]) => [line, 'invalid_data', reason]),
    )
    expect(job.result.errors[0].message).toBe(`Error while processing row with
      [(product id: ),
      (product handle: ${lines[1]!['Product Handle']}),
      (variant id: ),
      (variant sku: )]: 
      Collection with handle nowhere was not found (line 3)`)
  })

  test.each<[string, RegExp]>([
    ['Coffee;Product Handle\r\nblack;x', /Unable to treat column Coffee from the csv file\. No target column found/],
    ['Product Title\r\nx', /Missing column\(s\) "Product Handle" from the given csv file$/],
    ['', /Missing column\(s\) "Product Handle" from the given csv file$/],
    ['Product Handle;Price Atlantis [EUR]\r\nx;1', /^Trying to set a price for a region Atlantis that doesn't exist$/],
    [
      'Product Handle;Price Europe [all] [USD]\r\nx;1',
      /^Trying to set a price for a region Europe \[all\] in usd, which/,
    ],
    ['Product Handle;Price XXX\r\nx;1', /^Currency with code: xxx was not found$/],
    ['Product Handle;Price EUR;Price eur\r\nx;1;2', /There are two columns Price eur in the csv file$/],
    ['Product Handle;Product Handle\r\nx;y', /There are two columns Product Handle in the csv file$/],
    ['Product Handle;Product Title\r\n"x', /There is a quote that is never closed/],
  ])('%j', async (text, message) => {
    const job = await imported(text)
    expect(job.status).toBe('failed')
    expect(messages(job)).toEqual([expect.stringMatching(message)])
  })

  test('as does a file that is not there', async () => {
    const job = await runJob(shop, 'product-import', { fileKey: 'no-such-file.csv' })
    expect([job.status, messages(job)]).toEqual(['failed', ['File with key: no-such-file.csv was not found']])
    const reply = await shop.admin.post('/admin/batch-jobs', { type: 'product-import', context: { fileKey: '../x' } })
    expect([reply.status, reply.body.message]).toEqual([400, 'fileKey is not valid'])
  })
})

const reasonIn = (message: string) =>
  message
    .split(']: \n      ')
    .at(-1)
    ?.replace(/ \(line \d+\)$/, '')
