import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { expectSuccess } from '#test/support/expect-success.ts'
import { productInput } from '#test/support/product-input.ts'
import { openTestShop } from '#test/support/shop.ts'
import { Visitor } from '#test/support/visitor.ts'
import { storefront } from '../../../plugins/storefront/index.ts'

const shop = await openTestShop({ plugins: [storefront({ country: 'de' })], demo: true })
afterAll(() => shop[Symbol.asyncDispose]())

const open = (path: string) => new Visitor(shop.url).open(path)
const idOfProduct = async (handle: string): Promise<string> =>
  (await shop.get(`/store/products?handle=${handle}`)).body.products[0]?.id ?? ''

async function addCategory(name: string, ids: (string | undefined)[], parent?: string): Promise<string> {
  const input = { name, is_active: true, ...(parent && { parent_category_id: parent }) }
  const { product_category } = await expectSuccess(shop.admin.post('/admin/product-categories', input))
  const product_ids = ids.map((id) => ({ id }))
  await expectSuccess(
    shop.admin.post(`/admin/product-categories/${product_category.id}/products/batch`, { product_ids }),
  )
  return product_category.id
}

const PAGES = ['/', '/products', '/products/stoneware-mug', '/search?q=mug', '/cart', '/orders', '/market']

test.each(PAGES.flatMap((path) => [path, path === '/' ? '/de' : `/de${path}`]))('%s is a page', async (path) => {
  const visitor = await open(path)
  expect(visitor.status).toBe(200)
  expect(visitor.html).toMatch(/^<!doctype html>/)
  expect(visitor.html.match(/<h1[ >]/g)).toHaveLength(1)
  expect(visitor.html).toContain(path.startsWith('/de') ? '<html lang="de" dir="ltr">' : '<html lang="en" dir="ltr">')
  expect(visitor.html).not.toMatch(
    /undefined|\[object|NaN|<script(?! type="application| src="\/storefront\.js\?v=\w+" defer)|\son\w+=|style="/,
  )
})

test('each link of the home page works', async () => {
  const { html } = await open('/')
  const paths = new Set(Array.from(html.matchAll(/href="(\/[^"]*)"/g), ([, path = '']) => path))
  expect(paths.size).toBeGreaterThan(15)
  for (const path of paths) expect((await open(path.replaceAll('&amp;', '&'))).status, path).toBe(200)
})

test('a page has a strict policy, and a shared cache stores it only for visitors without cookies', async () => {
  const { headers } = await open('/products/stoneware-mug')
  expect(headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(headers.get('content-security-policy')).not.toContain('unsafe')
  expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60')
  expect(headers.get('vary')).toContain('Cookie')
  const visitor = new Visitor(shop.url)
  visitor.setCookie('country', 'us')
  await visitor.open('/products/stoneware-mug')
  expect(visitor.headers.get('cache-control')).toBe('private, no-cache')
  expect(visitor.text).toContain('$')
})

test('a list is filtered, sorted and paged by its address', async () => {
  const { text } = await open('/products?sort=titleAscending')
  expect(text.indexOf('Beeswax')).toBeLessThan(text.indexOf('Washed Linen Shirt'))
  const filtered = await open('/products?option[Size]=XL&option[Size]=S')
  expect(filtered.text).toContain('Washed Linen Shirt')
  expect(filtered.text).not.toContain('Enamel Kettle')
  expect(filtered.html).toContain('value="XL" checked')
  expect(filtered.html).toContain('<meta name="robots" content="noindex">')
  expect((await open('/products?min=100&max=200')).text).not.toContain('Stoneware Mug')
})

test('a page after the last one of a list does not exist', async () => {
  const { status, text } = await open('/products?page=500')
  expect([status, text]).toEqual([404, expect.stringContaining('This page does not exist')])
  expect((await open('/search?q=linnen&page=2')).status).toBe(404)
  expect((await open('/products?option[Size]=none')).text).toContain('No product matches')
})

test('a search with a misspelled word is sorted, and counts its products', async () => {
  const best = await open('/search?q=linnen')
  const count = /\d+ products?/.exec(best.text)?.[0]
  const { text } = await open('/search?q=linnen&sort=titleAscending')
  expect(text).toContain('Washed Linen Shirt')
  expect(text).toContain(count)
  expect(text).not.toContain('0 products')
})

test.each([
  'page=x',
  'page=-1',
  'sort=drop',
  'collection[a][b]=c',
  'min=abc',
  'option=x',
  'q=%00',
  `q=${'x'.repeat(900)}`,
])('an unreadable query such as %s shows the list or a clear error', async (query) =>
  expect([200, 400]).toContain((await open(`/products?${query}`)).status))

test('a category shows the products of its children, and links to them', async () => {
  const [shirt, sweater] = await Promise.all(['washed-linen-shirt', 'merino-crew-neck'].map(idOfProduct))
  const clothing = await addCategory('Clothing', [sweater])
  await addCategory('Shirts', [shirt], clothing)
  const { text, html } = await open('/categories/clothing')
  expect(text).toContain('Washed Linen Shirt')
  expect(html).toContain('href="/categories/shirts"')
  expect((await open('/categories/shirts')).text).not.toContain('Merino')
})

test('a search finds misspelled words and escapes them', async () => {
  expect((await open('/search?q=linnen')).text).toContain('Washed Linen Shirt')
  const { html } = await open(`/search?q=${encodeURIComponent('<img src=x onerror=alert(1)>')}`)
  expect(html).not.toContain('<img src=x')
})

test.each([
  '/products/none',
  '/categories/none',
  '/collections/none',
  '/nowhere',
  '/de/nirgends',
  '/orders/order_none',
])('%s is a page that does not exist, in the layout of the shop', async (path) => {
  const { status, text, headers } = await open(path)
  expect(status).toBe(404)
  expect(text).toContain(path.startsWith('/de/') ? 'Diese Seite gibt es nicht' : 'This page does not exist')
  expect(headers.get('cache-control')).toBe('private, no-store')
})

test.each(['/%E0%A4%A', '/de/%E0%A4%A', '/products/%FF'])('the unreadable path %s has a page', async (path) => {
  const { status, text } = await open(path)
  expect(status).toBe(404)
  expect(text).toContain(path.startsWith('/de/') ? 'Diese Seite gibt es nicht' : 'This page does not exist')
})

test('a form to a path that does not exist has a page', async () => {
  const form = { method: 'POST', body: new URLSearchParams({ a: 'b' }), headers: { origin: shop.url } }
  const { status, text } = await new Visitor(shop.url).open('/de/nirgends', form)
  expect([status, text]).toEqual([404, expect.stringContaining('Diese Seite gibt es nicht')])
})

test('a visitor chooses a country and a language, and stays on the page', async () => {
  const visitor = await open('/market?back=/products/stoneware-mug')
  await visitor.submit('/market', { country: 'us', language: 'de' })
  expect(visitor.path).toBe('/de/products/stoneware-mug')
  expect(visitor.text).toContain('$')
  await visitor.open('/market?back=//elsewhere.example')
  await visitor.submit('/market', { country: 'de' })
  expect(visitor.path).toBe('/')
})

test('the choice of a country keeps the search, and leads to a page after a form', async () => {
  const visitor = await open('/search?q=mug&sort=oldest')
  await visitor.open(marketLink(visitor.html))
  await visitor.open(marketLink(visitor.html))
  await visitor.submit('/market', { language: 'de' })
  expect(visitor.path).toBe('/de/search?q=mug&sort=oldest')
  await visitor.open('/products/washed-linen-shirt')
  await visitor.submit('/cart/lines')
  expect(visitor.status).toBe(422)
  await visitor.open(marketLink(visitor.html))
  await visitor.submit('/market', { language: 'en' })
  expect([visitor.status, visitor.path]).toEqual([200, '/cart'])
})

const marketLink = (html: string): string => /href="([^"]*\/market\?back=[^"]+)"/.exec(html)?.[1] ?? ''

test('a chosen variant shows its price, and without a choice each value does', async () => {
  const { products } = (await shop.get('/store/products?handle=house-blend-coffee')).body
  const large = products[0]?.variants?.find(({ title }) => title?.includes('1 kg'))
  const priceIn = (html: string) => /<p class="price[^"]*">(?:<span>)?([^<]*)/.exec(html)?.[1]
  const unchosen = (await open('/products/house-blend-coffee')).html
  const chosen = (await open(`/products/house-blend-coffee?variant=${large?.id}`)).html
  expect(priceIn(unchosen)).toMatch(/^from €/)
  expect(priceIn(chosen)).toMatch(/^€/)
  expect(unchosen).toContain(`<bdi>1 kg</bdi> <span class="option-price">${priceIn(chosen)}</span>`)
  expect((await open('/products/stoneware-mug')).html).not.toContain('option-price')
})

test('a product asks for each option, and refuses a value that is sold out', async () => {
  const visitor = await open('/products/washed-linen-shirt')
  await visitor.submit('/cart/lines')
  expect(visitor.status).toBe(422)
  expect(visitor.text).toContain('Choose one value of each option.')
})

test('a page costs nothing else: /developers has the addresses, and /store stays', async () => {
  expect((await open('/developers')).text).toContain('/openapi.json')
  expect((await shop.get('/store/products')).status).toBe(200)
})

test('a draft product is not shown', async () => {
  const { product } = await expectSuccess(shop.admin.post('/admin/products', productInput({ status: 'draft' })))
  expect((await open(`/products/${product.handle}`)).status).toBe(404)
})

test('a shop replaces texts and components', async () => {
  const { html } = await import('cartwright')
  await using own = await openTestShop({
    plugins: [
      storefront({
        texts: { en: { home: { intro: 'Only mugs' } } },
        components: { footer: ({ shopName }) => html`<footer><p>Made by ${shopName}</p></footer>` },
      }),
    ],
    demo: true,
  })
  const visitor = await new Visitor(own.url).open('/')
  expect(visitor.text).toContain('Only mugs')
  expect(visitor.text).toContain('Made by Cartwright')
})

test('a shop without regions has a page about its opening, and logs no error', async () => {
  const lines: string[] = []
  const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  await using empty = await openTestShop({ plugins: [storefront()], logger })
  for (const [path, title] of [
    ['/', 'This shop opens soon'],
    ['/de/products', 'Dieser Shop öffnet bald'],
  ]) {
    const { status, text, html } = await new Visitor(empty.url).open(path ?? '')
    expect([status, text]).toEqual([503, expect.stringContaining(title ?? '')])
    expect(html).toContain('href="/app/settings/regions"')
  }
  expect(lines).toEqual([])
})
