import { afterAll, expect, test } from 'vitest'
import { expectSuccess } from '#test/support/expect-success.ts'
import { optionValues } from '#test/support/product-input.ts'
import { openTestShop } from '#test/support/shop.ts'
import { Visitor } from '#test/support/visitor.ts'
import { storefront } from '../../../plugins/storefront/index.ts'

const shop = await openTestShop({ plugins: [storefront({ country: 'de' })], demo: true })
afterAll(() => shop[Symbol.asyncDispose]())

const prices = [{ currency_code: 'eur', amount: 1200 }]

async function addProduct(title: string, input: object) {
  const { product } = await expectSuccess(
    shop.admin.post('/admin/products', { title, status: 'published', variants: [{ title, prices }], ...input }),
  )
  return product
}

const open = (path: string) => new Visitor(shop.url).open(path)

test('a description is shown as Markdown, without HTML and without links to scripts', async () => {
  const description = [
    'Made of **oak**.\nTwo lines',
    '- one\n- two',
    '<script>alert(1)</script> <img src=x onerror=alert(1)>',
    '[bad](javascript:alert(1)) [good](https://example.com/care)',
  ].join('\n\n')
  const product = await addProduct('Oak Board', { description })
  const { html } = await open(`/products/${product.handle}`)
  expect(html).toContain('Made of <strong>oak</strong>.<br>')
  expect(html).toContain('<li>one</li>')
  expect(html).toContain('href="https://example.com/care"')
  expect(html).not.toMatch(/<script>alert|<img src=x|href="javascript/)
  expect(html).toContain('&lt;script&gt;alert(1)')
  expect(html).toMatch(/<meta name="description" content="Made of oak\. Two lines one two/)
})

test('a product has the title and the description for search engines in its head, and its own title on the page', async () => {
  const product = await addProduct('Ash Board', { seo_title: 'Boards of ash', seo_description: 'For bread & cheese' })
  const { html } = await open(`/products/${product.handle}`)
  expect(html).toMatch(/<title>Boards of ash – /)
  expect(html).toContain('<meta name="description" content="For bread &amp; cheese">')
  expect(html).toContain('<h1><bdi>Ash Board</bdi></h1>')
})

test('pictures have their descriptions, and the picture of the chosen variant comes first', async () => {
  const images = ['https://cdn.example/1.svg', 'https://cdn.example/2.svg']
  const variants = ['Oak', 'Ash'].map((value) => ({
    title: value,
    prices,
    inventory_quantity: 5,
    options: optionValues(value),
  }))
  const product = await addProduct('Tray', {
    ...{ images, options: [{ title: 'Wood' }] },
    variants: variants.map((variant, i) => ({ ...variant, thumbnail: images[i] })),
    image_alts: [{ url: images[1], alt: 'A tray of ash' }],
  })
  const addresses = (html: string) =>
    Array.from(html.matchAll(/cdn\.example\/(\d)\.svg" alt="([^"]*)"/g), (m) => m.slice(1))
  expect(addresses((await open(`/products/${product.handle}`)).html)).toEqual([
    ['1', 'Tray'],
    ['2', 'A tray of ash'],
  ])
  const [, ash] = product.variants ?? []
  expect(addresses((await open(`/products/${product.handle}?variant=${ash?.id}`)).html)[0]).toEqual([
    '2',
    'A tray of ash',
  ])

  const { regions } = await expectSuccess(shop.get('/store/regions'))
  const region_id = regions.find(({ currency_code }) => currency_code === 'eur')?.id
  const { cart } = await expectSuccess(
    shop.post('/store/carts', { region_id, items: [{ variant_id: ash?.id, quantity: 1 }] }),
  )
  expect(cart.items[0]?.thumbnail).toBe(images[1])
})
