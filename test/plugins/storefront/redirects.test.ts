import { afterAll, expect, test } from 'vitest'
import { expectSuccess } from '#test/support/expect-success.ts'
import { openTestShop } from '#test/support/shop.ts'
import { storefront } from '../../../plugins/storefront/index.ts'

const shop = await openTestShop({ plugins: [storefront({ country: 'de' })], demo: true })
afterAll(() => shop[Symbol.asyncDispose]())

interface Pair {
  from: string
  to: string | null
  status?: number
}

const save = (...redirects: Pair[]) => shop.admin.post('/admin/storefront/redirects', { redirects })

async function list(q: string): Promise<{ id: string }[]> {
  const headers = { authorization: `Bearer ${shop.token}` }
  const answer = await fetch(`${shop.url}/admin/storefront/redirects?q=${q}`, { headers })
  return ((await answer.json()) as { redirects: { id: string }[] }).redirects
}

/** The status and the target of an address. */
async function visit(path: string): Promise<[number, string | null]> {
  const { status, headers } = await fetch(shop.url + path, { redirect: 'manual', headers: { accept: 'text/html' } })
  return [status, headers.get('location')]
}

test('an old address leads to its page, in each form in which links have it', async () => {
  await expectSuccess(
    save(
      { from: 'https://old.example/Blogs/Müller/', to: '/products/stoneware-mug' },
      { from: '/index.php?p=7', to: '/products?sort=oldest' },
      { from: '/sale', to: '/products', status: 302 },
      { from: '/retired', to: null },
    ),
  )
  for (const path of ['/blogs/m%C3%BCller', '/blogs/m%c3%bcller/', '/BLOGS/M%C3%BCller'])
    expect(await visit(path), path).toEqual([301, '/products/stoneware-mug'])
  expect(await visit('/index.php?p=7')).toEqual([301, '/products?sort=oldest'])
  expect(await visit('/index.php?p=8')).toEqual([404, null])
  expect(await visit('/sale?utm_source=mail')).toEqual([302, '/products?utm_source=mail'])
  expect(await visit('/de/sale')).toEqual([302, '/de/products'])
  expect(await visit('/retired')).toEqual([410, null])
})

test('the addresses of Shopify and WooCommerce need no redirect, but may have one', async () => {
  expect(await visit('/product/enamel-kettle/')).toEqual([301, '/products/enamel-kettle'])
  expect(await visit('/de/collections/all')).toEqual([301, '/de/products'])
  await expectSuccess(save({ from: '/product/enamel-kettle', to: '/products/stoneware-mug' }))
  expect(await visit('/product/enamel-kettle')).toEqual([301, '/products/stoneware-mug'])
})

test('a redirect hides no page, and begins when the page disappears', async () => {
  await expectSuccess(save({ from: '/products/linen-tea-towels', to: '/products' }))
  expect(await visit('/products/linen-tea-towels')).toEqual([200, null])
  const { products } = (await shop.get('/store/products?handle=linen-tea-towels')).body
  await expectSuccess(shop.admin.post(`/admin/products/${products[0]?.id}`, { status: 'draft' }))
  expect(await visit('/products/linen-tea-towels')).toEqual([301, '/products'])
})

test.each([
  ['/cart', '/products', 'is a page of the shop'],
  ['/', '/products', 'is a page of the shop'],
  ['/de/cart?x=1', '/products', 'is a page of the shop'],
  ['/admin/orders', '/products', 'is a page of the shop'],
  ['/a', 'https://evil.example/', 'is no path of the shop'],
  ['/a', '//evil.example', 'is no path of the shop'],
  ['/a', '/\\evil.example', 'is no path of the shop'],
  ['/a', '/x/..//evil.example', 'is no path of the shop'],
  ['/a', 'javascript:alert(1)', 'is no path of the shop'],
  ['javascript:alert(1)', '/products', 'is not valid'],
  ['old/mug', '/products', 'is not valid'],
  ['/a%00b', '/products', 'is not valid'],
  [`/${'😀'.repeat(900)}`, '/products', 'is not valid'],
  ['/self', '/self', 'lead in a circle: /self → /self'],
  ['/self', '/SELF/', 'lead in a circle'],
  ['/products/gone', '/product/gone', 'lead in a circle: /products/gone → /product/gone → /products/gone'],
])('a redirect from %s to %s is refused', async (from, to, message) => {
  const { status, body } = await save({ from: '/good', to: '/products' }, { from, to })
  expect([status, body]).toEqual([400, expect.objectContaining({ message: expect.stringContaining(message) })])
  expect(await visit('/good')).toEqual([404, null])
})

test('two callers cannot build a circle', async () => {
  const answers = await Promise.all([
    save({ from: '/one', to: '/two' }),
    save({ from: '/two', to: '/three' }),
    save({ from: '/three', to: '/one' }),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 400])
})

test('an administrator finds, changes and deletes a redirect, and no other caller does', async () => {
  await expectSuccess(save({ from: '/findable', to: '/products' }))
  await expectSuccess(save({ from: '/findable', to: '/products/stoneware-mug', status: 302 }))
  const redirects = await list('findable')
  expect(redirects).toMatchObject([{ from_path: '/findable', to_path: '/products/stoneware-mug', status: 302 }])
  expect((await shop.post('/admin/storefront/redirects', { redirects: [{ from: '/x', to: '/y' }] })).status).toBe(401)
  await expectSuccess(shop.admin.delete(`/admin/storefront/redirects/${redirects[0]?.id}`))
  expect(await visit('/findable')).toEqual([404, null])
})

test('a text and a CSV file have redirects', async () => {
  const script = new URL('../../../plugins/storefront/console/redirects-in.js', import.meta.url)
  const { redirectsIn } = await import(script.href)
  const text = `Redirect from,Redirect to
/a,/b
"/c";"/d"
/e → https://shop.example/f
/g\t/h 302

/i 410
https://old.example/j
not an address`
  expect(redirectsIn(text, 'https://shop.example')).toEqual([
    { from: '/a', to: '/b' },
    { from: '/c', to: '/d' },
    { from: '/e', to: '/f' },
    { from: '/g', to: '/h', status: 302 },
    { from: '/i', to: null },
    { from: 'https://old.example/j', to: null },
  ])
})
