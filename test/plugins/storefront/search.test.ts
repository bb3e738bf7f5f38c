import { afterAll, expect, test } from 'vitest'
import { openTestShop } from '#test/support/shop.ts'
import { Visitor } from '#test/support/visitor.ts'
import { similarWords } from '../../../plugins/storefront/catalogue/spelling.ts'
import { storefront } from '../../../plugins/storefront/index.ts'

const shop = await openTestShop({ plugins: [storefront({ country: 'de' })], demo: true })
afterAll(() => shop[Symbol.asyncDispose]())

const open = (path: string) => new Visitor(shop.url).open(path)
const suggest = (q: string) => open(`/search/suggest?q=${encodeURIComponent(q)}`)
const pathsIn = ({ html }: Visitor) => Array.from(html.matchAll(/data-path="([^"]+)"/g), ([, path]) => path)

test('the beginning of a word suggests products with their prices, and categories', async () => {
  await shop.admin.post('/admin/product-categories', { name: 'Linen & Wool', is_active: true })
  const visitor = await suggest('lin')
  expect(pathsIn(visitor)).toEqual(
    expect.arrayContaining(['/categories/linen-wool', '/products/linen-tea-towels', '/products/washed-linen-shirt']),
  )
  expect(visitor.text).toMatch(/Washed Linen Shirt €/)
  expect(visitor.html).toMatch(/<li role="option" id="suggestion-0"/)
  expect(pathsIn(await open('/de/search/suggest?q=lin'))).toContain('/de/products/washed-linen-shirt')
})

test.each([
  '',
  '   ',
  '%',
  '\0',
  '<script>alert(1)</script>',
  "'; drop table product",
  '😀'.repeat(100),
  'x'.repeat(500),
])('hostile words such as %s have suggestions or none', async (q) => {
  const { status, html } = await suggest(q)
  expect([200, 400]).toContain(status)
  expect(html).not.toContain('<script>')
})

test('a misspelled search shows similar products, and asks for the right word', async () => {
  const { text, html } = await open('/search?q=linnen')
  expect(text).toContain('No product has “linnen”. These are similar. Did you mean linen ?')
  expect(html).toContain('href="/search?q=linen"')
  expect((await open('/search?q=linen')).text).not.toContain('Did you mean')
  expect((await open('/de/search?q=linnen')).html).toContain('href="/de/search?q=linen"')
})

test('a search without a product shows other products', async () => {
  const { text } = await open('/search?q=zzzzqqqq')
  expect(text).toContain('No product matches')
  expect(text).toContain('New in the shop')
})

test.each([
  ['linnen', ['Washed Linen Shirt'], 'linen'],
  ['stonware mugg', ['Stoneware Mug', 'Enamel Kettle'], 'stoneware mug'],
  ['LINEN', ['Washed Linen Shirt'], undefined],
  ['shrit', ['Linen Shirt'], undefined],
  ['', ['Linen'], undefined],
  ['käse', ['Käse & Brot'], undefined],
  ['kase', ['Käse & Brot'], 'käse'],
])('the words similar to "%s" of %j are %s', (search, titles, similar) =>
  expect(similarWords(search, titles)).toBe(similar))

test('the script is small, all caches keep its version, and another version leads to it', async () => {
  const { html } = await open('/')
  const path = /<script src="([^"]+)"/.exec(html)?.[1] ?? ''
  const answer = await fetch(shop.url + path)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(answer.headers.get('content-type')).toContain('javascript')
  const script = await answer.text()
  expect(script.length).toBeLessThan(15_000)
  expect(() => new Function(script)).not.toThrow()
  expect(script).not.toMatch(/^(import|export) /m)
  const old = await fetch(`${shop.url}/storefront.js?v=old`, { redirect: 'manual' })
  expect([old.status, old.headers.get('location')]).toEqual([302, path])
  expect(old.headers.get('cache-control')).not.toContain('immutable')
})

test('an address with options shows the price of their variant', async () => {
  const { products } = (await shop.get('/store/products?handle=house-blend-coffee&expand=options,variants.options'))
    .body
  const [product] = products
  const large = product?.variants?.find(({ title }) => title?.includes('1 kg'))
  const query = new URLSearchParams(
    Object.fromEntries((large?.options ?? []).map(({ option_id, value }) => [`option[${option_id}]`, value ?? ''])),
  )
  const priceIn = ({ html }: Visitor) => /<p class="price[^"]*">(?:<span>)?([^<]*)/.exec(html)?.[1]
  const byOptions = await open(`/products/house-blend-coffee?${query}`)
  expect(priceIn(byOptions)).toBe(priceIn(await open(`/products/house-blend-coffee?variant=${large?.id}`)))
  expect(byOptions.html).toMatch(/<p class="stock">[^<]+</)
  expect((await open('/products/house-blend-coffee?option[x]=y&option=z')).status).toBe(200)
})
