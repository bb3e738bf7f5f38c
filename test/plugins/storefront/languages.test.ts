import { afterAll, expect, test } from 'vitest'
import { expectSuccess } from '#test/support/expect-success.ts'
import { openTestShop } from '#test/support/shop.ts'
import { Visitor } from '#test/support/visitor.ts'
import { storefront } from '../../../plugins/storefront/index.ts'

const shop = await openTestShop({ plugins: [storefront({ country: 'de' })], demo: true })
afterAll(() => shop[Symbol.asyncDispose]())

const open = (path: string) => new Visitor(shop.url).open(path)
const setLanguages = (languages: string[]) => expectSuccess(shop.admin.post('/admin/store', { languages }))

await setLanguages(['en', 'de'])
const { products } = await expectSuccess(shop.admin.get('/admin/products?handle=stoneware-mug'))
const [mug] = products
await expectSuccess(
  shop.admin.post(`/admin/products/${mug.id}`, {
    translations: { de: { title: 'Steingutbecher', description: 'Von Hand gedreht' } },
  }),
)

test('each page shows the catalogue in its own language, also from the cache', async () => {
  for (const _ of [1, 2]) {
    const german = await open('/de/products/stoneware-mug')
    expect([german.status, german.text.includes('Steingutbecher'), german.text.includes(mug.title)]).toEqual([
      200,
      true,
      false,
    ])
    const english = await open('/products/stoneware-mug')
    expect(english.text).toContain(mug.title)
    expect(english.text).not.toContain('Steingutbecher')
  }
  expect((await open('/de/products')).text).toContain('Steingutbecher')
})

test('the links to translations name the page in each language', async () => {
  const { html } = await open('/de/products/stoneware-mug')
  expect(html).toContain('<html lang="de"')
  expect(html).toMatch(/hreflang="en" href="[^"]*\/products\/stoneware-mug"/)
  expect(html).toMatch(/hreflang="de" href="[^"]*\/de\/products\/stoneware-mug"/)
  const feed = await (await fetch(`${shop.url}/feeds/google.xml`, { headers: { 'accept-language': 'de' } })).text()
  expect(feed).not.toContain('Steingutbecher')
})

test('the feed shows the texts and links of a language', async () => {
  const [variant] = mug.variants
  await expectSuccess(
    shop.admin.post('/admin/translations', {
      translations: [{ entity: 'product_variant', id: variant.id, translations: { de: { title: 'Große Tasse' } } }],
    }),
  )
  const feed = (query: string) => fetch(`${shop.url}/feeds/google.xml?${query}`)
  const german = await (await feed('country=de&language=DE')).text()
  expect(german).toContain('<g:title>Steingutbecher – Große Tasse</g:title>')
  expect(german).toContain(`${shop.url}/de/products/stoneware-mug?variant=${variant.id}`)
  expect((await feed('language=fr')).status).toBe(404)
  const { html } = await open('/de/products/stoneware-mug')
  expect(html).toContain('"name":"Große Tasse"')
  expect((await open('/de/search?q=Steingutbechern')).html).toContain('Steingutbecher')
  expect((await open('/de/search/suggest?q=steingu')).html).toContain('Steingutbecher')
  expect((await open('/de/search?q=Steingutbechr')).html).toContain('q=steingutbecher')
})

test('a page has a changed text and the changed languages of the shop', async () => {
  const title = async () => (await open('/de/products/stoneware-mug')).text
  await expectSuccess(shop.admin.post(`/admin/products/${mug.id}`, { translations: { de: { title: 'Neuer Becher' } } }))
  expect(await title()).toContain('Neuer Becher')
  await setLanguages(['en'])
  expect(await title()).toContain(mug.title)
  await setLanguages(['en', 'de'])
  expect(await title()).toContain('Neuer Becher')
})
