import { afterAll, expect, test } from 'vitest'
import { expectSuccess } from '#test/support/expect-success.ts'
import { optionValues, productInput } from '#test/support/product-input.ts'
import { openTestShop } from '#test/support/shop.ts'
import { Visitor } from '#test/support/visitor.ts'
import { storefront } from '../../../plugins/storefront/index.ts'

const shop = await openTestShop({ plugins: [storefront({ country: 'de' })], demo: true })
afterAll(() => shop[Symbol.asyncDispose]())

/** A browser that is logged in to the console. */
async function administrator(): Promise<Visitor> {
  const body = JSON.stringify({ email: 'admin@example.com', password: 'correct horse' })
  const headers = { 'content-type': 'application/json', origin: shop.url }
  const answer = await fetch(`${shop.url}/admin/auth`, { method: 'POST', body, headers })
  const visitor = new Visitor(shop.url)
  for (const line of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    visitor.setCookie(name, value)
  }
  return visitor
}

const addDraft = async (title: string): Promise<string> => {
  const variants = [
    {
      title: 'S',
      prices: [{ currency_code: 'eur', amount: 4000 }],
      options: optionValues('S', 'blue'),
      inventory_quantity: 5,
    },
  ]
  const input = productInput({ title, status: 'draft', variants })
  const { product } = await expectSuccess(shop.admin.post('/admin/products', input))
  return product.handle ?? ''
}

test('an administrator sees a draft with its price, and no cache stores it', async () => {
  const handle = await addDraft('Secret Shirt')
  const visitor = await (await administrator()).open(`/products/${handle}`)
  expect([visitor.path, visitor.status]).toEqual([`/preview/products/${handle}`, 200])
  expect(visitor.text).toContain('Preview Only administrators see this page.')
  expect(visitor.text).toContain('€48.00')
  expect(visitor.html).toContain('<meta name="robots" content="noindex">')
  expect(visitor.html).not.toContain('rel="canonical"')
  expect(visitor.headers.get('cache-control')).toBe('private, no-store')
  await visitor.open(`/de/products/${handle}`)
  expect([visitor.path, visitor.text]).toEqual([`/de/preview/products/${handle}`, expect.stringContaining('Vorschau')])
})

test('no other caller sees a draft, also after an administrator has seen it', async () => {
  const handle = await addDraft('Another Secret')
  await (await administrator()).open(`/products/${handle}`)
  const customer = await shop.given.customer()
  for (const headers of [{}, customer.headers])
    for (const path of [
      `/products/${handle}`,
      `/preview/products/${handle}`,
      '/preview',
      '/preview/products',
      '/de/preview',
    ]) {
      const visitor = await new Visitor(shop.url).open(path, { headers })
      expect([visitor.status, visitor.path], path).toEqual([404, path])
      expect(visitor.text).not.toContain('Another Secret')
    }
})

test('an administrator sees the prices of a future price list, and visitors those of today', async () => {
  const { products } = (await shop.get('/store/products?handle=stoneware-mug')).body
  const variant_id = products[0]?.variants?.[0]?.id ?? ''
  await expectSuccess(
    shop.admin.post('/admin/price-lists', {
      ...{ name: 'Spring', description: 'Spring', type: 'sale', status: 'active' },
      ...{ starts_at: '2031-03-01T00:00:00Z', ends_at: '2031-04-01T00:00:00Z' },
      prices: [{ variant_id, currency_code: 'eur', amount: 1000 }],
    }),
  )
  const visitor = await administrator()
  const textOf = async (path: string) => (await visitor.open(path)).text
  expect(await textOf('/preview/products/stoneware-mug?at=2031-03-15')).toContain('€12.00')
  expect(await textOf('/preview/products?at=2031-03-15T10:00')).toContain('€12.00')
  expect(await textOf('/preview?at=2031-03-15T10:00')).toContain('€12.00')
  expect(await textOf('/preview/products/stoneware-mug?at=2031-04-02')).not.toContain('€12.00')
  expect(await textOf('/preview/products/stoneware-mug')).not.toContain('€12.00')
  expect(await textOf('/products/stoneware-mug?at=2031-03-15')).not.toContain('€12.00')
  expect((await new Visitor(shop.url).open('/products/stoneware-mug?at=2031-03-15')).text).not.toContain('€12.00')
})

test.each([
  'x',
  '2031-99-99T10:00',
  '9999999-01-01',
  "2031-01-01T10:00'; drop table product",
  '😀',
])('the unreadable time %s shows the prices of today', async (at) => {
  const visitor = await (await administrator()).open(`/preview/products/stoneware-mug?at=${encodeURIComponent(at)}`)
  expect(visitor.status).toBe(200)
})

test('a draft that does not exist is a page that does not exist, also for an administrator', async () => {
  const visitor = await (await administrator()).open('/products/no-such-thing')
  expect(visitor.status).toBe(404)
})

test('the console links to the pages of the shop', async () => {
  const { plugins } = (await shop.admin.get('/admin/plugins')).body
  expect(plugins.find(({ name }) => name === 'storefront')?.links).toContainEqual({
    ...{ place: 'product', label: { en: 'View in store', de: 'Im Shop ansehen' } },
    path: '/products/:handle',
  })
})
