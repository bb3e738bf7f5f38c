import { afterAll, expect, test } from 'vitest'
import { writeCsv } from '#test/support/csv.ts'
import { expectSuccess } from '#test/support/expect-success.ts'
import { runJob, storeFile } from '#test/support/jobs.ts'
import { openTestShop } from '#test/support/shop.ts'
import { storefront } from '../../../plugins/storefront/index.ts'

const shop = await openTestShop({ plugins: [storefront({ country: 'de' })], demo: true })
afterAll(() => shop[Symbol.asyncDispose]())

type Row = Record<string, string>

async function importRows(rows: Row[]) {
  const fileKey = await storeFile(shop, writeCsv(rows))
  const job = await runJob(shop, 'product-import', { fileKey, currency: 'eur', fetch_pictures: false })
  expect(job.result.errors ?? []).toEqual([])
  return job
}

const redirectsOf = ({ result }: { result: { notices?: { message: string }[] } }) =>
  (result.notices ?? []).map(({ message }) => message).filter((message) => /old shop/.test(message))

async function visit(path: string): Promise<[number, string | null]> {
  const { status, headers } = await fetch(shop.url + path, { redirect: 'manual', headers: { accept: 'text/html' } })
  return [status, headers.get('location')]
}

const woo = (name: string, more: Row = {}): Row => ({
  ...{ ID: name.length + name, Type: 'simple', SKU: `sku-${name}`, Name: name, Published: '1', 'Regular price': '5' },
  ...{ Categories: 'Cases > iPhone', Permalink: '' },
  ...more,
})

test('an import leads from the addresses of the old shop, once, and an undo ends that', async () => {
  const rows = [woo('iPhone case'), woo('Müsli bar'), woo('Lamp', { Permalink: 'https://old.example/wohnen/lampe-7/' })]
  await expectSuccess(
    shop.admin.post('/admin/storefront/redirects', {
      redirects: [{ from: '/product/muesli-bar', to: '/products/enamel-kettle' }],
    }),
  )
  const first = await importRows(rows)
  expect(redirectsOf(first)).toEqual(['3 addresses of the old shop will lead to the imported pages.'])
  expect(await visit('/product/iphone-case/')).toEqual([301, '/products/i-phone-case'])
  expect(await visit('/de/product/iphone-case')).toEqual([301, '/de/products/i-phone-case'])
  expect(await visit('/wohnen/lampe-7')).toEqual([301, '/products/lamp'])
  expect(await visit('/product-category/cases/iphone/')).toEqual([301, '/categories/i-phone'])
  expect(await visit('/product/muesli-bar')).toEqual([301, '/products/enamel-kettle'])
  expect(await visit('/produkt/lamp/')).toEqual([301, '/products/lamp'])

  const second = await importRows(rows)
  expect([second.result.operations, redirectsOf(second)]).toEqual([
    { PRODUCT_CREATE: 0, PRODUCT_UPDATE: 0, VARIANT_CREATE: 0, VARIANT_UPDATE: 0 },
    [],
  ])

  const { products } = await expectSuccess(shop.admin.get('/admin/products?handle=i-phone-case'))
  await expectSuccess(shop.admin.post(`/admin/products/${products[0]?.id}`, { handle: 'phone-case' }))
  expect(await visit('/product/iphone-case')).toEqual([301, '/products/phone-case'])
  const listed = await expectSuccess(shop.admin.get('/admin/storefront/redirects?q=iphone-case'))
  const shown = { from_path: '/product/iphone-case', to_path: '/products/phone-case' }
  expect(listed).toMatchObject({ redirects: [shown] })

  const undone = await runJob(shop, 'import-undo', { batch_job_id: first.id })
  expect(redirectsOf(undone)).toEqual(['1 redirect from an address of the old shop is removed.'])
  expect(await visit('/product-category/cases/iphone/')).toEqual([301, '/categories/i-phone'])
  expect(await visit('/wohnen/lampe-7')).toEqual([404, null])
  expect(await visit('/product/iphone-case')).toEqual([301, '/products/phone-case'])
  expect(await visit('/product/muesli-bar')).toEqual([301, '/products/enamel-kettle'])
})

test('an old address never hides a page, leads to another site or in a circle', async () => {
  const hostile = ['/', '/cart', '/admin/orders', '/products/enamel-kettle', '/products/b-side', 'javascript:alert(1)']
  const column = (n: number) => `Old Address ${n} Url`
  const row = (handle: string, addresses: string[]): Row => ({
    ...{ 'Product Handle': handle, 'Product Title': handle, 'Product Status': 'published' },
    ...Object.fromEntries(Array.from({ length: 8 }, (_, i) => [column(i + 1), addresses[i] ?? ''])),
  })
  const job = await importRows([
    row('a-side', [...hostile, '/nasty\u0001', `/${'x'.repeat(1200)}`]),
    row('b-side', ['/products/a-side', '/vinyl/b', '//evil.example/b']),
  ])
  expect(redirectsOf(job)).toEqual(['3 addresses of the old shop will lead to the imported pages.'])
  expect(await visit('/vinyl/b')).toEqual([301, '/products/b-side'])
  expect(await visit('/products/enamel-kettle')).toEqual([200, null])
  expect(await visit('/products/a-side')).toEqual([200, null])
  expect((await visit('/cart'))[0]).toBe(200)
})

test('files of other programs name their addresses', async () => {
  await importRows([
    { Handle: 'Red Cap!', Title: 'Cap', 'Variant Price': '5', Collection: 'iPad & more', Status: 'active' },
  ])
  expect(await visit('/products/red%20cap!')).toEqual([301, '/products/red-cap'])
  expect(await visit('/collections/ipad-more')).toEqual([301, '/collections/i-pad-more'])
  await importRows([
    ...[{ sku: 'm-1', attribute_set_code: 'Default', name: 'Tall vase', url_key: 'tall-vase-2', price: '5' }].map(
      (one) => ({ ...one, product_online: '1', product_type: 'simple', categories: 'Root/Home/eBay finds' }),
    ),
  ])
  expect(await visit('/tall-vase-2.html')).toEqual([301, '/products/tall-vase-2'])
  expect(await visit('/home/vases/tall-vase-2.html')).toEqual([301, '/products/tall-vase-2'])
  expect(await visit('/home/ebay-finds.html')).toEqual([301, '/categories/e-bay-finds'])
  await importRows([
    { id: 'g-1', title: 'Desk', image_link: '', link: 'https://old.example/p/7?x=1', price: '5 EUR', availability: '' },
  ])
  expect(await visit('/p/7?x=1')).toEqual([301, '/products/desk'])
})
