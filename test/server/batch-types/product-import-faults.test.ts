import { describe, expect, test } from 'vitest'

import { errorMessagesOf, productRow, uniqueName, useImportShop } from '#test/support/import-shop.ts'
import { runJob } from '#test/support/jobs.ts'
import { readCatalogueRows } from '#test/support/read-catalogue-rows.ts'

const { shop, importRows } = await useImportShop()

describe('invalid import files', () => {
  test('an import reports every invalid line and changes nothing', async () => {
    const existing = await shop.given.product()
    const twin = productRow({ 'Variant SKU': uniqueName('sku') })
    const lines = [
      productRow(),
      productRow({ 'Product Collection Handle': 'nowhere' }),
      productRow({ 'Product Handle': existing.handle, 'Sales Channel 1 Name': 'Wholsale' }),
      productRow({ 'Product Title': '' }),
      twin,
      { ...productRow(), 'Variant SKU': twin['Variant SKU'] as string },
      productRow({ 'Product Id': 'prod_no' }),
      productRow({ 'Variant Id': 'variant_no' }),
      productRow({ 'Variant Inventory Quantity': 'many', 'Product Discountable': 'perhaps' }),
      productRow({ 'Variant Inventory Quantity': -1 }),
      productRow({ 'Product Handle': '' }),
      { ...twin, 'Variant SKU': '' },
      { ...twin, 'Variant SKU': '', 'Option 1 Name': 'Colour' },
      productRow({ 'Product Category 1 Handle': 'nowhere' }),
      productRow({ 'Product Id': (await shop.given.product()).id, 'Variant Id': (await shop.given.variant()).id }),
      productRow({ 'Option 1 Value': '' }),
    ]
    const titles = [...new Set(lines.flatMap((line) => Object.keys(line)))]
    const rowsBefore = await readCatalogueRows(shop)
    const job = await importRows(
      lines.map((line) => Object.fromEntries(titles.map((title) => [title, line[title] ?? '']))),
    )
    expect(await readCatalogueRows(shop)).toEqual(rowsBefore)
    expect(job).toMatchObject({ status: 'failed', result: { advancement_count: 0 } })
    expect(job.result.errors.map(({ err, message, code }) => [err[0].line, code, reasonIn(message)])).toEqual(
      [
        [3, 'Collection with handle nowhere was not found'],
        [4, 'Sales channel Wholsale was not found'],
        [5, 'Product Title should not be empty'],
        [7, `Product_variant with sku ${twin['Variant SKU']} already exists.`],
        [8, 'Product with id: prod_no was not found'],
        [9, 'Variant with id: variant_no was not found'],
        [
          10,
          'Variant Inventory Quantity must be an integer number of units, Product Discountable must be true or false',
        ],
        [11, 'Variant Inventory Quantity must not be less than 0'],
        [
          12,
          'The csv file parsing failed due to: No value found for target column "Product Handle" in line 12 of the given csv file',
        ],
        [13, 'Another variant has the same options'],
        [14, 'The product has no option Colour'],
        [15, 'Category with handle nowhere was not found'],
        [16, expect.stringMatching(/^Variant with id: \w+ belongs to another product$/)],
        [17, 'Option Value should not be empty'],
      ].map(([line, reason]) => [line, 'invalid_data', reason]),
    )
    expect(job.result.errors.map(({ reasons }) => reasons)).toEqual([
      [{ name: 'collection_missing', collection: 'nowhere', column: 'Product Collection Handle' }],
      [{ name: 'channel_missing', channel: 'Wholsale' }],
      [{ name: 'cell_empty', column: 'Product Title' }],
      [{ name: 'value_exists', field: 'sku', value: twin['Variant SKU'], column: 'Variant SKU' }],
      [{ name: 'product_missing', id: 'prod_no', column: 'Product Id' }],
      [{ name: 'variant_missing', variant: 'variant_no', column: 'Variant Id' }],
      [
        { name: 'cell_not_whole', unit: 'units', column: 'Variant Inventory Quantity' },
        { name: 'cell_not_boolean', column: 'Product Discountable' },
      ],
      [{ name: 'negative_stock', column: 'Variant Inventory Quantity' }],
      [{ name: 'handle_required', column: 'Product Handle' }],
      [{ name: 'duplicate_variant_options' }],
      [{ name: 'option_missing', title: 'Colour' }],
      [{ name: 'category_missing', handle: 'nowhere' }],
      [{ name: 'variant_of_other_product', id: lines[14]!['Variant Id'] }],
      [{ name: 'option_value_empty' }],
    ])
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
    ['Product Handle;Price EUR;Price eur\r\nx;1;2', /The csv file has two columns Price eur$/],
    ['Product Handle;Product Handle\r\nx;y', /The csv file has two columns Product Handle$/],
    ['Product Handle;Product Title\r\n"x', /A quote is not closed/],
  ])('the product file %j is rejected', async (text, message) => {
    const job = await importRows(text)
    expect(job.status).toBe('failed')
    expect(errorMessagesOf(job)).toEqual([expect.stringMatching(message)])
  })

  test('an unknown file or file key is rejected', async () => {
    const job = await runJob(shop, 'product-import', { fileKey: 'no-such-file.csv' })
    expect([job.status, errorMessagesOf(job)]).toEqual(['failed', ['File with key: no-such-file.csv was not found']])
    const reply = await shop.admin.post('/admin/batch-jobs', { type: 'product-import', context: { fileKey: '../x' } })
    expect([reply.status, reply.body.message]).toEqual([400, 'fileKey is not valid'])
  })
})

const reasonIn = (message: string) =>
  message
    .split(']: \n      ')
    .at(-1)
    ?.replace(/ \(line \d+\)$/, '')
