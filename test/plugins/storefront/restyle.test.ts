import { html, NotFound } from 'cartwright'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openTestShop } from '#test/support/shop.ts'
import { Visitor } from '#test/support/visitor.ts'
import {
  type ContentOf,
  defaultComponents,
  form,
  page,
  readCards,
  readProduct,
  refused,
  renderPage,
  seeOther,
  storefront,
  type View,
} from '../../../plugins/storefront/index.ts'

const about = page('/about/:topic', { cache: 60, dependsOn: 'catalogue' }, async (visit, { params }) => {
  if (params.topic !== 'us') throw new NotFound('This page does not exist')
  const { products } = await readCards(visit, { limit: 2 })
  const title = visit.language.code === 'de' ? 'Über uns' : 'About us'
  const main = html`<h1>${title}</h1><p>${products.length} products, ${visit.path('/cart')}</p>`
  return renderPage(visit, { title, main })
})

const ask = form('/questions', z.object({ text: z.string().max(100).default('') }), async (visit, { input }) => {
  const title = 'Question'
  if (input.text === '') return refused(await renderPage(visit, { title, main: html`<h1>Empty</h1>`, isListed: false }))
  return seeOther(visit, `/search?q=${encodeURIComponent(input.text)}`)
})

const product = page(
  '/products/:handle',
  { cache: 60, dependsOn: 'catalogue' },
  async (visit, { params: { handle } }) => {
    const found = await readProduct(visit, handle)
    return renderPage(visit, { title: found.title, main: html`<h1 class="own">${found.title}</h1>` })
  },
)

const cartPage = (view: View, content: ContentOf<'cartPage'>) =>
  html`<p class="own">Free returns</p>${defaultComponents.cartPage(view, content)}`

const plugins = [
  storefront({
    country: 'de',
    styles: '.own { color: rgb(1 2 3) }',
    pages: { about, ask, product },
    components: { cartPage },
  }),
]

test('a shop adds pages, forms and styles, and replaces a page and a component', async () => {
  await using shop = await openTestShop({ plugins, demo: true })
  const open = (path: string) => new Visitor(shop.url).open(path)
  const english = await open('/about/us')
  expect(english.status).toBe(200)
  expect(english.text).toContain('2 products, /cart')
  expect(english.html).toContain(`<link rel="alternate" hreflang="de" href="${shop.url}/de/about/us">`)
  expect(english.headers.get('content-security-policy')).not.toContain('unsafe')
  expect((await open('/de/about/us')).text).toContain('Über uns')
  const missing = await open('/de/about/them')
  expect([missing.status, missing.text]).toEqual([404, expect.stringContaining('Diese Seite gibt es nicht')])
  expect((await open('/products/stoneware-mug')).html).toContain('<h1 class="own">Stoneware Mug</h1>')
  expect((await open('/products/nothing')).status).toBe(404)
  expect((await open('/cart')).text).toContain('Free returns')
  const paths = Array.from(english.html.matchAll(/rel="stylesheet" href="([^"]+)"/g), ([, path = '']) => path)
  const sheets = await Promise.all(paths.map(async (path) => (await fetch(shop.url + path)).text()))
  expect(sheets).toEqual([
    expect.stringContaining('@media print'),
    expect.stringContaining('.checkout-form{'),
    expect.stringMatching(/\.own \{ color: rgb\(1 2 3\) \}$/),
  ])
  const post = (body: string, origin = shop.url) =>
    fetch(`${shop.url}/de/questions`, {
      ...{ method: 'POST', body, redirect: 'manual' },
      headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
    })
  expect((await post('text=mug')).headers.get('location')).toBe('/de/search?q=mug')
  expect((await post('text=')).status).toBe(422)
  expect((await post('text=mug', 'https://elsewhere.example')).status).toBe(403)
  expect((await post(`text=${'x'.repeat(200)}`)).status).toBe(400)
})

test('a page with the name of another page stops the start', () => {
  const cart = page('/basket', {}, () => new Response(''))
  expect(() => storefront({ pages: { cart } })).toThrow('The storefront has a page with the name cart.')
})

test('a wrong component or token does not compile', () => {
  // @ts-expect-error The card has no property `price`.
  const productCard = (_view: View, { price }: ContentOf<'productCard'>) => html`${price}`
  // @ts-expect-error There is no such component.
  expect(storefront({ components: { nothing: productCard } }).name).toBe('storefront')
  // @ts-expect-error There is no such font.
  expect(() => storefront({ theme: { font: 'papyrus' } })).toThrow('font')
})
