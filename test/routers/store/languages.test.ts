import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { openCountedShop } from '../../../bench/statements.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  await expectSuccess(shop.admin.post('/admin/store', { languages: ['en', 'de', 'de-AT', 'ar'] }))
})
afterAll(() => shop[Symbol.asyncDispose]())

const speaking = (language: string) => shop.as({ 'accept-language': language })
let serial = 0
const mug = () =>
  shop.given.product({
    ...{ title: 'Mug', handle: `mug-${++serial}`, subtitle: 'Blue', description: 'Round' },
    translations: {
      de: { title: 'Becher', subtitle: 'Blau' },
      'de-AT': { title: 'Häferl' },
      ar: { title: '‮كوب', description: '' },
    },
  })

describe('the language of a response', () => {
  test('a text that a language lacks comes from the next language of its chain', async () => {
    const { id } = await mug()
    const texts = async (language: string) => {
      const { product } = await expectSuccess(speaking(language).get(`/store/products/${id}`))
      return [product.title, product.subtitle, product.description]
    }
    expect(await texts('de-AT')).toEqual(['Häferl', 'Blau', 'Round'])
    expect(await texts('de-CH, en;q=0.5')).toEqual(['Becher', 'Blau', 'Round'])
    expect(await texts('ar')).toEqual(['‮كوب', 'Blue', ''])
    expect(await texts('fr')).toEqual(['Mug', 'Blue', 'Round'])
    expect(await texts('*')).toEqual(['Mug', 'Blue', 'Round'])
    expect(await texts('x'.repeat(10_000))).toEqual(['Mug', 'Blue', 'Round'])
  })

  test.each([
    ['DE-at', 'de-AT'],
    ['de-CH-1996, fr', 'de'],
    ['fr, de;q=0.1, ar;q=0.2', 'ar'],
    ['de;q=0, ar;q=0.5', 'ar'],
    ['de-CH, de;q=0', 'en'],
    ['de;q=0, de-AT', 'de-AT'],
    ['de-CH, de;q=0, de-AT;q=0', 'en'],
    ['de;q=0, *', 'en'],
    ['ar;q=-1, de;q=0.1', 'de'],
    ['ar;q=Infinity, de;q=1e99', 'ar'],
    ['ar;q=;;, de;q=x', 'en'],
    [`${'fr,'.repeat(3000)}de`, 'en'],
    [',;,;q=1,de_AT', 'de-AT'],
  ])('the header %s chooses %s', async (header, expected) => {
    const { id } = await mug()
    const reply = await speaking(header).get(`/store/products/${id}`)
    expect([reply.status, reply.headers.get('content-language')]).toEqual([200, expected])
    expect(reply.headers.get('vary')).toContain('Accept-Language')
  })

  test('a translated title is not followed by the title for search engines of another language', async () => {
    const product = await shop.given.product({
      ...{ title: 'Mug', seo_title: 'Buy a mug', description: 'Round', seo_description: 'A round mug' },
      translations: {
        de: { title: 'Becher', seo_description: 'Ein Becher' },
        'de-AT': { title: 'Häferl', seo_title: 'Häferl kaufen' },
      },
    })
    const region = await shop.given.region()
    const { cart } = await expectSuccess(
      shop.post('/store/carts', { region_id: region.id, items: [{ variant_id: product.variants[0].id, quantity: 1 }] }),
    )
    const texts = async (language: string) => {
      const shown = await expectSuccess(speaking(language).get(`/store/products/${product.id}`))
      const { cart: inCart } = await expectSuccess(
        speaking(language).get(`/store/carts/${cart.id}?expand=items.variant.product`),
      )
      const [one, other] = [shown.product, inCart.items[0].variant.product].map(({ seo_title, seo_description }) => [
        seo_title,
        seo_description,
      ])
      expect(one).toEqual(other)
      return one
    }
    expect(await texts('de')).toEqual([null, 'Ein Becher'])
    expect(await texts('de-AT')).toEqual(['Häferl kaufen', 'Ein Becher'])
    expect(await texts('ar')).toEqual(['Buy a mug', 'A round mug'])
    expect(await texts('en')).toEqual(['Buy a mug', 'A round mug'])
  })

  test('a circle of fallbacks ends with the default language', async () => {
    await using other = await openTestShop()
    const languages = ['en', 'de', 'fr', 'it']
    const language_fallbacks = { de: 'fr', fr: 'it', it: 'de' }
    await expectSuccess(other.admin.post('/admin/store', { languages, language_fallbacks }))
    const { id } = await other.given.product({ title: 'Mug', translations: { it: { title: 'Tazza' } } })
    const { id: plain } = await other.given.product({ title: 'Jug' })
    for (const locale of ['de', 'fr', 'it']) {
      const titleOf = async (one: string) =>
        (await expectSuccess(other.get(`/store/products/${one}?locale=${locale}`))).product.title
      expect.soft([await titleOf(id), await titleOf(plain)]).toEqual(['Tazza', 'Jug'])
    }
  })

  test('the query names the language before the header', async () => {
    const { id } = await mug()
    const reply = await speaking('ar').get(`/store/products/${id}?locale=de-AT&fields=id,title`)
    expect(reply.body.product).toMatchObject({ id, title: 'Häferl' })
    expect(reply.headers.get('content-language')).toBe('de-AT')
    expect(reply.headers.get('vary')).not.toContain('Accept-Language')
    const unknown = await shop.get(`/store/products/${id}?locale=fr`)
    expect([unknown.status, unknown.headers.get('content-language')]).toEqual([200, 'en'])
    const tags = ['', 'x'.repeat(3000), '%00', 'de_AT', '*', '🇩🇪'].map((tag) => `locale=${tag}`)
    for (const query of [...tags, 'locale[]=de', 'locale%5B%5D=de', 'locale[a]=de', 'locale=de&locale=ar']) {
      const wrong = await shop.get(`/store/products/${id}?${query}`)
      expect
        .soft([query, wrong.status, wrong.body.message])
        .toEqual([query, 400, 'locale must be a language tag such as de or pt-BR'])
    }
  })

  test('rows inside of other rows have the same language', async () => {
    const region = await shop.given.region({ translations: { de: { name: 'Europa' } } })
    const product = await shop.given.product({ translations: { de: { title: 'Becher' } }, tags: [{ value: 'new' }] })
    const option = await shop.given.shippingOption(region, { translations: { de: { name: 'Versand' } } })
    const rows = [
      { entity: 'product_variant', id: product.variants[0].id, translations: { de: { title: 'Groß' } } },
      { entity: 'product_option', id: product.options[0].id, translations: { de: { title: 'Größe' } } },
      { entity: 'product_tag', id: product.tags[0].id, translations: { de: { value: 'neu' } } },
    ]
    await expectSuccess(shop.admin.post('/admin/translations', { translations: rows }))
    const german = speaking('de')
    const { variant } = await expectSuccess(german.get(`/store/variants/${product.variants[0].id}`))
    expect([variant.title, variant.product.title]).toEqual(['Groß', 'Becher'])
    const { products } = await expectSuccess(german.get(`/store/products?id=${product.id}`))
    expect([products[0].options[0].title, products[0].tags[0].value]).toEqual(['Größe', 'neu'])
    expect((await expectSuccess(german.get(`/store/regions/${region.id}`))).region.name).toBe('Europa')
    const cart = await shop.given.cart({ region, lines: [[product.variants[0], 1]] })
    await expectSuccess(german.post(`/store/carts/${cart.id}/shipping-methods`, { option_id: option.id }))
    const shown = (await expectSuccess(german.get(`/store/carts/${cart.id}`))).cart
    expect(shown.region.name).toBe('Europa')
    expect(shown.items[0].variant).toMatchObject({ title: 'Groß', product: { title: 'Becher' } })
    expect(shown.shipping_methods[0].shipping_option.name).toBe('Versand')
    const english = (await expectSuccess(shop.get(`/store/carts/${cart.id}`))).cart
    expect(english.region.name).toBe(region.name)
    expect(english.shipping_methods[0].shipping_option.name).toBe(option.name)
  })

  test('a response of the store has no texts of other languages', async () => {
    const { id } = await mug()
    const { text } = await speaking('de').get(`/store/products/${id}`)
    expect(text).not.toContain('translations')
    expect(text).not.toContain('Häferl')
  })

  test.each([
    '/store/products?limit=5',
    '/store/products/:id',
    '/store/variants/:variant',
    '/store/regions',
  ])('a translated response of %s needs no further statement', async (path) => {
    const { id, variants } = await mug()
    const url = path.replace(':id', id).replace(':variant', variants[0].id)
    const count = async (language: string) => {
      await using counted = await openCountedShop(shop.databaseUrl, { headers: { 'accept-language': language } })
      // The first request reads the languages and the settings.
      await counted.send('GET', url)
      return (await counted.send('GET', url)).statements
    }
    expect(await count('de-AT')).toBe(await count('en'))
  })

  test('the store lists its languages', async () => {
    const { languages } = await expectSuccess(shop.get('/store/languages'))
    expect(languages[0]).toEqual({ code: 'en', is_default: true })
    expect(languages.map(({ code }) => code)).toEqual(['en', 'de', 'de-AT', 'ar'])
  })
})

describe('cached responses', () => {
  test('caches keep a response for each language', async () => {
    const { id } = await mug()
    const path = `/store/products/${id}`
    const titles = async () => {
      const replies = await Promise.all(['de', 'en', 'de-AT', 'de-CH'].map((one) => speaking(one).get(path)))
      return replies.map(({ body, headers }) => [body.product.title, headers.get('content-language')])
    }
    const expected = [
      ['Becher', 'de'],
      ['Mug', 'en'],
      ['Häferl', 'de-AT'],
      ['Becher', 'de'],
    ]
    expect(await titles()).toEqual(expected)
    expect(await titles()).toEqual(expected)
    const german = await speaking('de').get(path)
    const english = await speaking('en').get(path)
    expect(german.headers.get('etag')).not.toBe(english.headers.get('etag'))
    expect(german.headers.get('vary')).toContain('Accept-Language')
    const stale = await shop
      .as({ 'accept-language': 'en', 'if-none-match': german.headers.get('etag') ?? '' })
      .get(path)
    expect(stale.status).toBe(200)
  })

  test('a changed text and a changed language are in the next response', async () => {
    await using other = await openTestShop()
    const setLanguages = (languages: string[]) => expectSuccess(other.admin.post('/admin/store', { languages }))
    await setLanguages(['en', 'de'])
    const { id } = await other.given.product({ title: 'Mug', translations: { de: { title: 'Becher' } } })
    const german = async () => {
      const { body, headers } = await other.as({ 'accept-language': 'de' }).get(`/store/products/${id}`)
      return [body.product.title, headers.get('content-language')]
    }
    expect(await german()).toEqual(['Becher', 'de'])
    await expectSuccess(other.admin.post(`/admin/products/${id}`, { translations: { de: { title: 'Tasse' } } }))
    expect(await german()).toEqual(['Tasse', 'de'])
    await setLanguages(['en'])
    expect(await german()).toEqual(['Mug', 'en'])
    await setLanguages(['en', 'de'])
    expect(await german()).toEqual(['Tasse', 'de'])
  })
})
