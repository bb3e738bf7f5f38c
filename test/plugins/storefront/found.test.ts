import { afterAll, expect, test } from 'vitest'
import { expectSuccess } from '#test/support/expect-success.ts'
import { openTestShop } from '#test/support/shop.ts'
import { Visitor } from '#test/support/visitor.ts'
import { storefront } from '../../../plugins/storefront/index.ts'

const shop = await openTestShop({ plugins: [storefront({ country: 'de' })], demo: true })
afterAll(() => shop[Symbol.asyncDispose]())

const open = (path: string) => new Visitor(shop.url).open(path)
const attributes = (html: string, pattern: RegExp) => Array.from(html.matchAll(pattern), ([, value = '']) => value)

test('a page names its canonical address and its translations', async () => {
  const { html } = await open('/de/products/stoneware-mug?variant=x&utm_source=y')
  expect(attributes(html, /rel="canonical" href="([^"]+)"/g)).toEqual([`${shop.url}/de/products/stoneware-mug`])
  expect(attributes(html, /hreflang="([^"]+)"/g)).toEqual(['en', 'de', 'x-default'])
  expect((await open('/products?page=1&sort=oldest')).html).toContain(`rel="canonical" href="${shop.url}/products"`)
  expect((await open('/cart')).html).not.toContain('rel="canonical"')
})

test('the offers of a product are data, and no text of a product ends the script', async () => {
  const { products } = (await shop.get('/store/products?handle=stoneware-mug')).body
  const description = 'A mug</script><script>alert(1)</script>'
  await shop.admin.post(`/admin/products/${products[0]?.id}`, { description })
  const { html } = await open('/products/stoneware-mug')
  const scripts = attributes(html, /<script type="application\/ld\+json">(.*?)<\/script>/gs)
  expect(scripts).toHaveLength(2)
  expect(JSON.parse(scripts[0] ?? '')).toMatchObject({
    ...{ '@type': 'Product', name: 'Stoneware Mug', description },
    offers: expect.arrayContaining([
      expect.objectContaining({ price: '26.4', priceCurrency: 'EUR', availability: 'https://schema.org/InStock' }),
    ]),
  })
  expect(html).not.toContain('<script>')
})

test('the sitemap has each product in each language, and its pages exist', async () => {
  const index = await open('/sitemap.xml')
  const files = attributes(index.html, /<loc>([^<]+)<\/loc>/g)
  expect(files).toEqual([`${shop.url}/sitemaps/lists.xml`, `${shop.url}/sitemaps/products-1.xml`])
  const pages = []
  for (const file of files)
    pages.push(...attributes((await open(file.slice(shop.url.length))).html, /<loc>([^<]+)<\/loc>/g))
  expect(pages.length).toBeGreaterThan(30)
  for (const page of pages) expect((await open(page.slice(shop.url.length))).status, page).toBe(200)
  expect((await open('/sitemaps/products-0.xml')).status).toBe(404)
})

test('robots skip personal pages, and models find the catalogue', async () => {
  const robots = (await open('/robots.txt')).html
  expect(robots).toContain('Disallow: /de/checkout')
  expect(robots).toContain(`Sitemap: ${shop.url}/sitemap.xml`)
  expect((await open('/llms.txt')).html).toContain('/feeds/google.xml')
})

test('the feed has each variant with the price of a country', async () => {
  const { html } = await open('/feeds/google.xml')
  expect(html).toMatch(/^<\?xml.*<\/channel><\/rss>\s*$/s)
  expect(html).toContain('<g:price>26.40 EUR</g:price>')
  expect((await open('/feeds/google.xml?country=us')).html).toMatch(/<g:price>[\d.]+ USD/)
})

test.each([
  ['/collections/frontpage/products/stoneware-mug', '/products/stoneware-mug'],
  ['/product/stoneware-mug', '/products/stoneware-mug'],
  ['/shop', '/products'],
  ['/my-account', '/account/login?back=%2Faccount'],
])('the old address %s leads to the new one', async (old, now) => {
  expect((await open(old)).path).toBe(now)
})

test('a page of the catalogue is sent again until a price or a product changes', async () => {
  const before = await open('/products/enamel-kettle')
  const again = await new Visitor(shop.url).open('/products/enamel-kettle')
  expect(again.html).toBe(before.html)
  const { products } = (await shop.get('/store/products?handle=enamel-kettle')).body
  await shop.admin.post(`/admin/products/${products[0]?.id}`, { title: 'Red Kettle' })
  expect((await open('/products/enamel-kettle')).text).toContain('Red Kettle')
})

test.each([
  'https://[bad',
  '//',
])('a product with the text %s as its picture has a page, and the feed is whole', async (thumbnail) => {
  const { products } = (await shop.get('/store/products?handle=stoneware-mug')).body
  const input = { thumbnail, images: [thumbnail], origin_country: 'Germany' }
  await expectSuccess(shop.admin.post(`/admin/products/${products[0]?.id}`, input))
  const visitor = await open('/products/stoneware-mug')
  expect(visitor.status).toBe(200)
  expect(visitor.text).toContain('Made in Germany')
  expect(visitor.html).not.toContain('og:image')
  expect((await open('/')).status).toBe(200)
  expect((await open('/feeds/google.xml')).html).toMatch(/\/products\/stoneware-mug.*<\/rss>\s*$/s)
})
