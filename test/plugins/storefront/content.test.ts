import { afterAll, afterEach, expect, test } from 'vitest'
import { addUserWithScopes } from '#test/support/add-member.ts'
import { expectSuccess } from '#test/support/expect-success.ts'
import { openTestShop } from '#test/support/shop.ts'
import { Visitor } from '#test/support/visitor.ts'
import { renderMarkdown } from '../../../plugins/storefront/content/markdown.ts'
import { page, renderPage, storefront } from '../../../plugins/storefront/index.ts'

const shop = await openTestShop({ plugins: [storefront({ country: 'de' })], demo: true })
afterAll(() => shop[Symbol.asyncDispose]())

const PAGES = '/admin/storefront/pages'
const open = (path: string) => new Visitor(shop.url).open(path)

interface Written {
  id: string
  slug: string
  titles: Record<string, string>
}

const pageOf = async (reply: ReturnType<typeof shop.admin.post>): Promise<Written> => {
  const { status, text } = await reply
  expect([status, text]).toEqual([200, expect.any(String)])
  return JSON.parse(text).page
}

const IMPRINT = {
  ...{ slug: 'imprint', purpose: 'imprint', position: 1, is_published: true },
  titles: { en: 'Legal notice', de: 'Impressum' },
  texts: { en: 'Cartwright Ltd.', de: '# Wer wir sind\n\n**Cartwright GmbH**, [Waren](/de/products)' },
}
const TERMS = {
  ...{ slug: 'agb', purpose: 'terms', position: 2, is_published: true },
  ...{ titles: { de: 'AGB' }, texts: { de: 'Es gilt deutsches Recht.' } },
}
const write = (values: object) => pageOf(shop.admin.post(PAGES, values))

afterEach(async () => {
  const { pages } = JSON.parse((await shop.admin.get(PAGES)).text)
  for (const { id } of pages) await expectSuccess(shop.admin.delete(`${PAGES}/${id}`))
})

test('a shop without written pages has no list of them and no empty link', async () => {
  for (const path of ['/', '/de/cart']) expect((await open(path)).html).not.toMatch(/Information(en)?<|\/pages\//)
  expect((await open('/pages/imprint')).status).toBe(404)
})

test('a published page is in the footer of each page at once, and shows the text of each language', async () => {
  await open('/products')
  expect((await open('/products')).html).not.toContain('/pages/imprint')
  await write(IMPRINT)
  expect((await open('/products')).html).toContain('<a href="/pages/imprint">Legal notice</a>')
  const { html, status } = await open('/de/pages/imprint')
  expect(status).toBe(200)
  expect(html).toContain('<h1>Impressum</h1><h2>Wer wir sind</h2>')
  expect(html).toContain('<strong>Cartwright GmbH</strong>, <a href="/de/products">Waren</a>')
  expect(html.match(/hreflang="(en|de|x-default)"/g)).toHaveLength(3)
  expect((await open('/pages/imprint')).text).toContain('Cartwright Ltd.')
})

test('a page in one language has no translations, and other languages lead to it', async () => {
  await write(TERMS)
  expect((await open('/')).html).toContain('<a href="/de/pages/agb" hreflang="de" lang="de">AGB</a>')
  const led = await open('/pages/agb')
  expect([led.path, led.status]).toEqual(['/de/pages/agb', 200])
  expect(led.html).toContain('<link rel="alternate" hreflang="de"')
  expect(led.html).not.toContain('rel="alternate" hreflang="en"')
  const sitemap = await (await fetch(`${shop.url}/sitemaps/lists.xml`)).text()
  expect(sitemap).toContain(`<loc>${shop.url}/de/pages/agb</loc>`)
  expect(sitemap).not.toContain(`<loc>${shop.url}/pages/agb</loc>`)
  expect(await (await fetch(`${shop.url}/llms.txt`)).text()).toContain(`- [AGB](${shop.url}/de/pages/agb)`)
})

test('a draft is on no page, also after it was published', async () => {
  const { id } = await write(IMPRINT)
  await pageOf(shop.admin.post(`${PAGES}/${id}`, { is_published: false }))
  expect((await open('/')).html).not.toContain('/pages/imprint')
  expect((await open('/pages/imprint')).status).toBe(404)
  expect(await (await fetch(`${shop.url}/sitemaps/lists.xml`)).text()).not.toContain('/pages/')
})

test('terms, withdrawal and privacy are next to the button that orders', async () => {
  await write(TERMS)
  await write({ ...TERMS, slug: 'datenschutz', purpose: 'privacy', titles: { de: 'Datenschutz' } })
  const visitor = new Visitor(shop.url)
  await visitor.open('/de/products/stoneware-mug')
  const [, name = '', value = ''] = /name="(option\[[^"]+\])" value="(\w+)"/.exec(visitor.html) ?? []
  await visitor.submit('/de/cart/lines', { [name]: value })
  await visitor.open('/de/checkout')
  const address = { first_name: 'Ada', last_name: 'Byron', address_1: 'Weg 1', postal_code: '10117', city: 'Berlin' }
  await visitor.submit('/de/checkout', { email: 'ada@example.com', ...address })
  await visitor.submit('/de/checkout/delivery')
  expect(visitor.path).toBe('/de/checkout/payment')
  expect(visitor.html).toMatch(/Für Ihre Bestellung gilt:.*AGB.*Datenschutz.*Zahlungspflichtig bestellen/s)
})

const HOSTILE = `<script>alert(1)</script> <img src=x onerror=alert(1)> </article></style>

[click](javascript:alert(1)) [data](data:text/html,x) ![x](javascript:alert(1)) <a href="javascript:x">y</a>

<svg onload=alert(1)> &lt;b&gt; "><b>bold</b> 😀 \u202e

[x]: javascript:alert(1)
[ref][x] <javascript:alert(1)> [q](/a"onmouseover="alert(1))`

test('HTML and links to scripts in a text stay texts', async () => {
  await write({ ...IMPRINT, titles: { en: '</title><script>1</script>' }, texts: { en: HOSTILE } })
  const { html } = await open('/pages/imprint')
  expect(html).not.toMatch(
    /<script(?! type="application| src="\/storefront\.js)|<img src=x|href="(javascript|data):|<svg onload|<b>|"onmouseover="/i,
  )
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html.match(/<\/article>/g)).toHaveLength(1)
})

test('the headings of a text follow the title without a gap', () => {
  const html = String(renderMarkdown('### a\n\n##### b\n\n# c\n\n###### d'))
  expect(html.match(/<h\d>\w/g)).toEqual(['<h2>a', '<h3>b', '<h2>c', '<h3>d'])
})

test.each([
  ['brackets', '['],
  ['emphasis', '*a_ '],
  ['quotes', '> '],
  ['lists', '- '],
  ['code', '`a '],
  ['links', '[a]('],
  ['tables', 'a|b\n-|-\n'],
  ['entities', '&#x;'],
])('a long text of %s is rendered fast', (_name, part) => {
  const started = performance.now()
  renderMarkdown(part.repeat(100_000 / part.length))
  expect(performance.now() - started).toBeLessThan(5000)
})

test.each([
  [{ slug: 'Über uns' }, /small letters, digits/],
  [{ slug: '../admin' }, /small letters, digits/],
  [{ slug: 'a'.repeat(81) }, /slug/],
  [{ purpose: 'spam' }, /purpose/],
  [{ position: -1 }, /position/],
  [{ titles: { en: 'Only a title' } }, /title and a text in each of its languages \(de\)/],
  [{ titles: {}, texts: {} }, /published page needs a title and a text/],
  [{ texts: { en: 'x'.repeat(100_001), de: 'x' } }, /100000 characters/],
  [{ titles: { '<script>': 'x' }, texts: { '<script>': 'x' } }, /language has a code/],
  [{ titles: { en: '\u0000' }, texts: { en: 'x' } }, /./],
  [{ html: '<b>' }, /html/],
])('%o is refused with its field', async (changes, message) => {
  const { status, text } = await shop.admin.post(PAGES, { ...IMPRINT, ...changes })
  expect([status, text]).toEqual([400, expect.stringMatching(message)])
  expect(text).not.toMatch(/storefront_page|insert into/)
  expect((await open('/')).html).not.toContain('/pages/')
})

test('two pages have neither the same address nor the same purpose, also at the same time', async () => {
  const replies = await Promise.all([1, 2, 3].map(() => shop.admin.post(PAGES, IMPRINT)))
  const statuses = replies.map(({ status }) => status).toSorted()
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.every((status) => status < 500)).toBe(true)
  const { text } = await shop.admin.post(PAGES, { ...IMPRINT, purpose: 'other' })
  expect(text).toContain('Another page has the address /pages/imprint')
  expect((await shop.admin.post(PAGES, { ...IMPRINT, slug: 'x' })).text).toContain('has a page for imprint already')
})

test('only users with the right write pages', async () => {
  expect((await shop.post(PAGES, IMPRINT)).status).toBe(401)
  const { caller: clerk } = await addUserWithScopes(shop, 'read:storefront.*')
  expect((await clerk.get(PAGES)).status).toBe(200)
  expect((await clerk.post(PAGES, IMPRINT)).status).toBe(403)
  const { caller: writer } = await addUserWithScopes(shop, 'storefront.*')
  const { id } = await pageOf(writer.post(PAGES, IMPRINT))
  await pageOf(writer.post(`${PAGES}/${id}`, { titles: { de: 'Kurz' }, texts: { de: 'Text' } }))
  expect((await writer.delete(`${PAGES}/${id}`)).status).toBe(200)
  expect((await writer.delete(`${PAGES}/${id}`)).status).toBe(404)
})

test('a written page cannot have the address of a page in code, and the console names those in use', async () => {
  const about = page('/pages/about', {}, (visit) =>
    renderPage(visit, { title: 'About us', main: renderMarkdown('Written in code') }),
  )
  await using other = await openTestShop({ plugins: [storefront({ country: 'de', pages: { about } })], demo: true })
  const { status, text } = await other.admin.post(PAGES, { ...IMPRINT, slug: 'about' })
  expect([status, JSON.parse(text).message]).toEqual([
    400,
    'The code of the shop has the page /pages/about. Choose another address.',
  ])
  const imprint = JSON.parse((await other.admin.post(PAGES, IMPRINT)).text).page
  expect((await other.admin.post(`${PAGES}/${imprint.id}`, { slug: 'about' })).status).toBe(400)
  const { taken_slugs } = JSON.parse((await other.admin.get('/admin/storefront/theme')).text)
  expect(taken_slugs).toEqual(['about'])
  expect((await new Visitor(other.url).open('/de/pages/about')).text).toContain('Written in code')
})
