import { definePlugin, html, NotFound, route } from 'cartwright'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readParts } from '#server/shop/read-parts.ts'
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
  type StorefrontOptions,
  seeOther,
  storefront,
  type View,
  type Visit,
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

test('a page whose name or path is taken stops the start, and the message names both owners', () => {
  const at = (path: `/${string}`) => page(path, {}, () => new Response(''))
  const start = (pages: NonNullable<StorefrontOptions['pages']>) => () => readParts([storefront({ pages })], {})
  const [gifts, other] = [at('/gifts/:name'), at('/gifts/:topic')]
  const named = (name: string) => `The page ${name} in the option "pages" of the storefront has`
  const another = 'Give it another name.'
  expect(start({ cart: at('/basket') })).toThrow(`${named('cart')} the name of a page of the storefront. ${another}`)
  expect(start({ sitemap: at('/map') })).toThrow(`${named('sitemap')} the name of a page of the storefront. ${another}`)
  expect(start({ gifts, other })).toThrow(`${named('other')} the path /gifts/:topic of the page gifts. Give one`)
  expect(start({ robot: at('/robots.txt') })).toThrow(`${named('robot')} the path /robots.txt of the robots of the`)
  expect(start({ gifts, cart: at('/cart') })).not.toThrow()
  const shop = definePlugin({ name: 'gifts', routes: { list: route.get('/gifts/:id', () => new Response('')) } })
  expect(() => readParts([storefront({ pages: { gifts } }), shop], {})).toThrow(
    'Plugin storefront has the route GET /gifts/:name, and plugin gifts has GET /gifts/:id. Remove one of them.',
  )
})

test('the sitemap has the own pages that search engines list', async () => {
  const empty = (visit: Visit) => renderPage(visit, { title: 'Own', main: html`<h1>Own</h1>` })
  const own = {
    sizes: page('/sizes', {}, empty),
    lab: page('/lab', { isListed: false }, empty),
    club: page('/account/club', {}, empty),
    cart: page('/cart', {}, empty),
    topic: page('/topics/:name', {}, empty),
    join: form('/join', z.object({}), empty),
  }
  await using shop = await openTestShop({ plugins: [storefront({ country: 'de', pages: own })], demo: true })
  const open = (path: string) => new Visitor(shop.url).open(path)
  const { html: sitemap } = await open('/sitemaps/lists.xml')
  for (const path of ['/sizes', '/de/sizes']) expect(sitemap).toContain(`<loc>${shop.url}${path}</loc>`)
  for (const path of ['lab', 'club', 'cart', 'topics', 'join']) expect(sitemap).not.toContain(`/${path}`)
  expect((await open('/sizes')).html).not.toContain('noindex')
  expect((await open('/lab')).html).toContain('noindex')
})

test('a wrong component or token does not compile', () => {
  // @ts-expect-error The card has no property `price`.
  const productCard = (_view: View, { price }: ContentOf<'productCard'>) => html`${price}`
  // @ts-expect-error There is no such component.
  expect(storefront({ components: { nothing: productCard } }).name).toBe('storefront')
  // @ts-expect-error There is no such font.
  expect(storefront({ theme: { font: 'papyrus' } }).problems).toEqual([expect.stringContaining('font')])
})
