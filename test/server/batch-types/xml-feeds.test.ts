import { expect, test } from 'vitest'
import { newFileKey } from '#entities/platform/file/file-key.ts'
import { errorMessagesOf, uniqueName, useImportShop } from '#test/support/import-shop.ts'
import { runJob } from '#test/support/jobs.ts'

const { shop, productByHandle } = await useImportShop()

async function importFeed(text: string | Buffer, partSize = 7) {
  const bytes = Buffer.from(text)
  const parts = async function* () {
    for (let start = 0; start < bytes.length; start += partSize) yield bytes.subarray(start, start + partSize)
  }
  const { key } = await shop.files.write(newFileKey('imports', 'feed.xml'), parts())
  return runJob(shop, 'product-import', { fileKey: key, fetch_pictures: false })
}

const rss = (...items: string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Shop</title><link>https://old.example.com</link>
${items.join('\n')}
</channel></rss>`

const item = (id: string, { size = 'M', more = '' } = {}) => `<item>
  <g:id>${id}-${size}</g:id><title><![CDATA[Rain & wind ${id}]]></title><g:description>Dry &amp; warm &#8364;</g:description>
  <link>https://old.example.com/r?a=1&amp;b=2</link><g:image_link>https://old.example.com/r.jpg</g:image_link>
  <g:additional_image_link>https://old.example.com/w_1,h_1/a.jpg</g:additional_image_link>
  <g:additional_image_link>https://old.example.com/b.jpg</g:additional_image_link>
  <g:availability>in stock</g:availability><g:price>1,059.00 EUR</g:price><g:item_group_id>${id}</g:item_group_id>
  <g:size>${size}</g:size><g:product_type>Coats &gt; Rain</g:product_type>
  <g:shipping><g:country>DE</g:country><g:price>4.90 EUR</g:price></g:shipping>${more}
</item>`

test('an RSS feed is read in parts of any size, with CDATA, entities and repeated pictures, and the dropped columns are named', async () => {
  const id = uniqueName('feed')
  const job = await importFeed(rss(item(id), item(id, { size: 'L', more: '<g:brand>Nord</g:brand>' })))
  expect([job.status, job.result.errors]).toEqual(['completed', undefined])
  expect(job.result.notices.map(({ message }: { message: string }) => message)).toEqual(
    expect.arrayContaining([
      'Google Merchant Center export: 1 product, 2 variants.',
      'Not imported, because the shop has no such columns: shipping (2), brand (1).',
    ]),
  )
  const product = await productByHandle(`rain-wind-${id}`)
  expect(product).toMatchObject({ title: `Rain & wind ${id}`, description: 'Dry & warm €' })
  expect(product.images.map(({ url }: { url: string }) => url)).toEqual([
    'https://old.example.com/r.jpg',
    'https://old.example.com/w_1,h_1/a.jpg',
    'https://old.example.com/b.jpg',
  ])
  expect(product.variants).toMatchObject([
    { title: 'M', sku: `${id}-M`, prices: [{ amount: 105900 }] },
    { title: 'L', sku: `${id}-L` },
  ])
})

test('tags in comments and CDATA sections are no items', async () => {
  const id = uniqueName('marks')
  const marked = item(id, { more: '<g:custom><![CDATA[an </item> inside]]></g:custom><!-- </item> -->' })
  const job = await importFeed(rss(`<!-- ${item('commented')} -->`, marked))
  expect([job.status, job.result.errors]).toEqual(['completed', undefined])
  expect(job.result.operations).toMatchObject({ PRODUCT_CREATE: 1, VARIANT_CREATE: 1 })
})

test('a feed that ends inside of an item is refused', async () => {
  const [whole = ''] = rss(item(uniqueName('whole')), item(uniqueName('cut'))).split('</item>\n</channel>')
  expect(errorMessagesOf(await importFeed(whole))[0]).toContain('The XML is not valid in line')
  const comment = rss(item(uniqueName('open'))).replace('</channel>', '<!-- ')
  expect(errorMessagesOf(await importFeed(comment))[0]).toContain('The XML is not valid in line')
})

test.each([
  ['items that never end', rss('<item>'.repeat(150_000)), 'The XML is not valid'],
  ['a long item', rss(`<item>${'x'.repeat(1_100_000)}</item>`), 'An item of the feed is too long'],
  [
    'thousands of columns',
    rss(`<item>${Array.from({ length: 2000 }, (_, i) => `<g:a${i}/>`).join('')}</item>`),
    'The feed has more than 1000 columns',
  ],
  [
    'a character that PostgreSQL cannot store',
    rss(item('nul').replace('Dry', '&#0;Dry')),
    'contains a character that cannot be stored',
  ],
])('a feed with %s is refused soon', { timeout: 60_000 }, async (_, text, message) => {
  const job = await importFeed(text, 65_536)
  expect(job.status).toBe('failed')
  expect(errorMessagesOf(job)[0]).toContain(message)
})

test('a value that an item repeats many thousand times is read soon', { timeout: 60_000 }, async () => {
  const images = '<g:additional_image_link/>'.repeat(34_000)
  const job = await importFeed(rss(item(uniqueName('often'), { more: images })), 65_536)
  expect(job.result.operations).toMatchObject({ PRODUCT_CREATE: 1 })
})

test('an Atom feed in the encoding that it declares is read', async () => {
  const id = uniqueName('atom')
  const feed = `<?xml version="1.0" encoding="iso-8859-1"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="http://base.google.com/ns/1.0">
    <entry><g:id>${id}</g:id><title>Müsli ${id}</title><link href="https://old.example.com/?a=${id}&amp;b=1"/>
    <g:image_link>https://old.example.com/m.jpg</g:image_link><g:price>5.00 EUR</g:price></entry></feed>`
  const job = await importFeed(Buffer.from(feed, 'latin1'))
  expect([job.status, job.result.errors]).toEqual(['completed', undefined])
  expect(await productByHandle(`musli-${id}`)).toMatchObject({ title: `Müsli ${id}` })
})

test('articles of a group with the same options get an option with their ids', async () => {
  const id = uniqueName('same')
  const other = item(id).replace(`${id}-M<`, `${id}-M2<`)
  const job = await importFeed(rss(item(id), other, item(id, { size: 'L' })))
  expect([job.status, job.result.errors]).toEqual(['completed', undefined])
  const { variants } = await productByHandle(`rain-wind-${id}`)
  expect(variants.map(({ title }: { title: string }) => title)).toEqual([`M / ${id}-M`, `M / ${id}-M2`, `L / ${id}-L`])
})

test.each([
  ['without items', '<?xml version="1.0"?><catalog><product/></catalog>', /This is an XML file/],
  ['with an open element', rss('<item><g:id>1</g:title></item>'), /XML is not valid in line 3/],
  ['with an item that is too long', rss(`<item><g:id>${'x'.repeat(1_100_000)}</g:id></item>`), /too long/],
  ['in another encoding than it declares', Buffer.from(rss(item('m\u00fc')), 'latin1'), /encoding that it declares/],
])('an XML file %s is refused with the reason', async (_, feed, message) => {
  const job = await importFeed(feed, 4096)
  expect(job.status).toBe('failed')
  expect(errorMessagesOf(job).join()).toMatch(message)
})

test('entities of a document type are not expanded', async () => {
  const id = uniqueName('bomb')
  const bomb = rss(item(id, { more: '<g:brand>&b;</g:brand>' })).replace(
    '<rss',
    '<!DOCTYPE r [<!ENTITY b SYSTEM "file:///etc/passwd">]><rss',
  )
  const job = await importFeed(bomb)
  expect(JSON.stringify(job.result)).not.toContain('root:')
})
