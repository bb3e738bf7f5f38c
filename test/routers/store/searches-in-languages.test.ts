import { afterAll, beforeAll, expect, test } from 'vitest'
import { allPages, createShopClient } from '#client/index.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { executeSql } from '#test/support/postgres.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
let mug: string
let kitchen: string
beforeAll(async () => {
  shop = await openTestShop()
  await expectSuccess(shop.admin.post('/admin/store', { languages: ['en', 'de', 'de-AT', 'ru', 'ar', 'ja'] }))
  const { collection } = await expectSuccess(
    shop.admin.post('/admin/collections', { title: 'Kitchen', translations: { de: { title: 'Küche' } } }),
  )
  kitchen = collection.id
  const sized = (size: string) => ({
    ...{ options: [{ title: 'Size' }], collection_id: kitchen, tags: [{ value: 'new' }] },
    variants: [{ title: size, prices: [{ currency_code: 'eur', amount: 1000 }], options: [{ value: size }] }],
  })
  const product = await shop.given.product({
    ...{ title: 'Mug', description: 'Holds coffee', ...sized('Large') },
    translations: {
      de: { title: 'Becher aus Ton', description: 'Für große Häuser' },
      'de-AT': { title: 'Häferl' },
      ru: { title: 'Чашка' },
      ar: { title: 'كُوبٌ كبير' },
      ja: { title: '陶器のカップ' },
    },
  })
  mug = product.id
  const [variant] = product.variants
  await translate([
    ['product_option', product.options[0].id, { title: 'Größe' }],
    ['product_option_value', variant.options[0].id, { value: 'Groß' }],
    ['product_variant', variant.id, { title: 'Übergroß' }],
    ['product_tag', product.tags[0].id, { value: 'neu' }],
  ])
  await shop.given.product({ title: 'Zebra', ...sized('Small'), translations: { de: { title: 'Äpfel' } } })
  await shop.given.product({ title: 'Apple', ...sized('Large'), translations: { de: { title: 'Zimt' } } })
})
afterAll(() => shop[Symbol.asyncDispose]())

const translate = (rows: [entity: string, id: string, texts: object][]) =>
  expectSuccess(
    shop.admin.post('/admin/translations', {
      translations: rows.map(([entity, id, de]) => ({ entity, id, translations: { de } })),
    }),
  )

const search = async (locale: string, body: object) =>
  expectSuccess(shop.as({ 'accept-language': locale }).post('/store/products/search', body))
const found = async (locale: string, q: string) => (await search(locale, { q })).hits.map(({ title }) => title)
const listed = async (locale: string, query: string) =>
  (await expectSuccess(shop.get(`/store/products?locale=${locale}&${query}`))).products.map(({ title }) => title)

test('a search finds the words of its language by their stems', async () => {
  for (const q of ['Becher', 'bechern', 'Haus', 'grosse', 'GROẞE häuser', 'Tons'])
    expect.soft([q, await found('de', q)]).toEqual([q, ['Becher aus Ton']])
  expect(await found('ru', 'чашки')).toEqual(['Чашка'])
  expect(await found('de-AT', 'Becher')).toEqual(['Häferl'])
  expect(await found('de-AT', 'haferl')).toEqual(['Häferl'])
  expect(await found('de', 'Haferl')).toEqual([])
  expect(await found('en', 'Becher')).toEqual([])
})

test('a search finds the beginning of words, misspelled words and texts that are not translated', async () => {
  expect(await found('de', 'Bech')).toEqual(['Becher aus Ton'])
  expect(await found('de', 'Bechr')).toEqual(['Becher aus Ton'])
  expect(await found('ru', 'чашкка')).toEqual(['Чашка'])
  expect(await found('ar', 'كوب')).toEqual(['كُوبٌ كبير'])
  expect(await found('de', 'coffee mug')).toEqual(['Becher aus Ton'])
  expect(await found('de', 'übergross')).toEqual(['Becher aus Ton'])
  expect((await found('de', 'küche')).toSorted()).toEqual(['Becher aus Ton', 'Zimt', 'Äpfel'])
})

test('a search finds signs inside of a text without blanks', async () => {
  expect(await found('ja', 'カップ')).toEqual(['陶器のカップ'])
  expect(await found('ja', '陶器')).toEqual(['陶器のカップ'])
  expect(await found('ja', '器陶')).toEqual([])
})

test('a search finds Turkish, Chinese and Korean words', async () => {
  await using other = await openTestShop()
  await expectSuccess(other.admin.post('/admin/store', { languages: ['en', 'tr', 'zh-Hant', 'ko', 'fr'] }))
  const translations = {
    tr: { title: 'IŞIK İstanbul' },
    'zh-Hant': { title: '陶瓷咖啡杯' },
    ko: { title: '커피 머그컵' },
    fr: { title: 'ÉTÉ à Œuvre' },
  }
  await other.given.product({ title: 'Lamp', translations })
  const found = async (locale: string, q: string) =>
    (await expectSuccess(other.post(`/store/products/search?locale=${locale}`, { q }))).hits.length
  const searches = [
    ...['ışık', 'isik', 'ISIK', 'IŞIK', 'istanbul', 'İSTANBUL', 'ISTANBUL'].map((q) => ['tr', q]),
    ...['咖啡', '咖啡杯', '杯'].map((q) => ['zh-Hant', q]),
    ...['머그', '커피'].map((q) => ['ko', q]),
    ...['ete', 'Été', 'ÉTÉ', 'oeuvre', 'œuvre'].map((q) => ['fr', q]),
  ] as const
  for (const [locale = '', q = ''] of searches) expect.soft([locale, q, await found(locale, q)]).toEqual([locale, q, 1])
})

test('a search takes any letters', async () => {
  for (const locale of ['de', 'ja', 'ar'])
    for (const q of ["' & | ! ( :*", '\\', '%', 'ّ', 'der die das', '́', 'x'.repeat(5000), 'ก็', '😀'])
      expect.soft([q, (await shop.post(`/store/products/search?locale=${locale}`, { q })).status]).toEqual([q, 200])
})

test('a changed or removed translation is found by its new words', async () => {
  const { id } = await shop.given.product({ title: 'Knife', translations: { de: { title: 'Säbel' } } })
  await expectSuccess(shop.admin.post(`/admin/products/${id}`, { translations: { de: { title: 'Messer' } } }))
  expect([await found('de', 'Messern'), await found('de', 'Säbel')]).toEqual([['Messer'], []])
  await expectSuccess(shop.admin.post(`/admin/products/${id}`, { translations: { de: null } }))
  expect(await found('de', 'Messern')).toEqual([])
  await shop.admin.delete(`/admin/products/${id}`)
})

test('the facets have the texts of the language, and their filters take them', async () => {
  const facets = ['options', 'collection_id', 'tags']
  const german = (await search('de', { facets, filter: { collection_id: [kitchen] } })).facets
  expect(german?.collection_id).toMatchObject([{ name: 'Küche', count: 3 }])
  expect(german?.tags).toMatchObject([{ name: 'neu', count: 3 }])
  expect(german?.options).toEqual([
    { title: 'Größe', value: 'Groß', count: 1 },
    { title: 'Size', value: 'Large', count: 1 },
    { title: 'Size', value: 'Small', count: 1 },
  ])
  const filter = { options: { Größe: ['Groß'] } }
  const filtered = await search('de', { facets, filter })
  expect(filtered.hits.map(({ id }) => id)).toEqual([mug])
  expect(filtered.facets?.options).toEqual([{ title: 'Größe', value: 'Groß', count: 1 }])
  expect((await search('de', { filter: { options: { Size: ['Large'] } } })).hits).toHaveLength(2)
  expect((await search('en', { filter })).hits).toEqual([])
  expect((await search('en', { facets: ['options'], filter: { collection_id: [kitchen] } })).facets?.options).toEqual([
    { title: 'Size', value: 'Large', count: 2 },
    { title: 'Size', value: 'Small', count: 1 },
  ])
  const options = `options[${encodeURIComponent('Größe')}][]=${encodeURIComponent('Groß')}`
  expect(await listed('de', options)).toEqual(['Becher aus Ton'])
  expect(await listed('en', options)).toEqual([])
})

test('the facets follow changed and removed texts of options, also in a fallback', async () => {
  const sized = { options: [{ title: 'Fabric' }], tags: [{ value: 'fabric' }] }
  const { id, tags, options, variants } = await shop.given.product({
    ...{ title: 'Scarf', ...sized },
    variants: [{ title: 'Wool', prices: [{ currency_code: 'eur', amount: 100 }], options: [{ value: 'Wool' }] }],
  })
  const facet = async (locale: string) =>
    (await search(locale, { facets: ['options'], filter: { tags: [tags[0].id] } })).facets?.options
  const shows = (title: string, value: string) => [{ title, value, count: 1 }]
  const [option, value] = [options[0].id, variants[0].options[0].id]
  await translate([['product_option', option, { title: 'Stoff' }]])
  expect(await facet('de')).toEqual(shows('Stoff', 'Wool'))
  await translate([['product_option_value', value, { value: 'Wolle' }]])
  expect(await facet('de-AT')).toEqual(shows('Stoff', 'Wolle'))
  await translate([['product_option', option, { title: 'Gewebe' }]])
  expect(await facet('de')).toEqual(shows('Gewebe', 'Wolle'))
  await expectSuccess(
    shop.admin.post('/admin/translations', {
      translations: [{ entity: 'product_option_value', id: value, translations: { de: null } }],
    }),
  )
  expect(await facet('de')).toEqual(shows('Gewebe', 'Wool'))
  expect(await facet('en')).toEqual(shows('Fabric', 'Wool'))
  await shop.admin.delete(`/admin/products/${id}`)
})

test('two translators of different options of a product lose no facet', async () => {
  const { id, tags, options, variants } = await shop.given.product({
    ...{ title: 'Cap', options: [{ title: 'Fabric' }], tags: [{ value: 'cap' }] },
    variants: [{ title: 'Wool', prices: [{ currency_code: 'eur', amount: 100 }], options: [{ value: 'Wool' }] }],
  })
  await Promise.all([
    translate([['product_option', options[0].id, { title: 'Stoff' }]]),
    translate([['product_option_value', variants[0].options[0].id, { value: 'Wolle' }]]),
  ])
  const { facets } = await search('de', { facets: ['options'], filter: { tags: [tags[0].id] } })
  expect(facets?.options).toEqual([{ title: 'Stoff', value: 'Wolle', count: 1 }])
  await shop.admin.delete(`/admin/products/${id}`)
})

test('lists find a part of a text in their language', async () => {
  expect(await listed('de', 'q=echer')).toEqual(['Becher aus Ton'])
  expect(await listed('de', 'q=GROSSE')).toEqual(['Becher aus Ton'])
  expect(await listed('de', `q=${encodeURIComponent('Küch')}&order=id`)).toHaveLength(3)
  expect(await listed('de', `q=${encodeURIComponent('Übergr')}`)).toEqual(['Becher aus Ton'])
  expect(await listed('de', 'q=bechern')).toEqual(['Becher aus Ton'])
  expect(await listed('de', 'q=%25')).toEqual([])
  expect(await listed('en', 'q=echer')).toEqual([])
  const { product_tags } = await expectSuccess(shop.get('/store/product-tags?locale=de&q=neu'))
  expect(product_tags.map(({ value }) => value)).toEqual(['neu'])
  await expectSuccess(
    shop.admin.post('/admin/product-categories', {
      ...{ name: 'Garden', is_active: true, translations: { de: { name: 'Garten' } } },
    }),
  )
  const { product_categories } = await expectSuccess(shop.get('/store/product-categories?locale=de&q=garten'))
  expect(product_categories.map(({ name }) => name)).toEqual(['Garten'])
  expect((await expectSuccess(shop.get('/store/product-categories?q=garten'))).product_categories).toEqual([])
})

test('lists sort by the texts and the rules of their language', async () => {
  const kitchenware = `collection_id[]=${kitchen}`
  expect(await listed('de', `order=title&${kitchenware}`)).toEqual(['Äpfel', 'Becher aus Ton', 'Zimt'])
  expect(await listed('de', `order=-title&${kitchenware}&limit=2&offset=1`)).toEqual(['Becher aus Ton', 'Äpfel'])
  expect(await listed('en', `order=title&${kitchenware}`)).toEqual(['Apple', 'Mug', 'Zebra'])
  expect(await listed('de', `order=title&q=e&${kitchenware}`)).toEqual(['Äpfel', 'Becher aus Ton', 'Zimt'])
})

test('a product without a text of the language sorts by the text of its fallback', async () => {
  const kitchenware = `order=title&collection_id[]=${kitchen}`
  const titles = ['Äpfel', 'Häferl', 'Zimt']
  expect(await listed('de-AT', kitchenware)).toEqual(titles)
  const pages = [0, 1, 2].map((offset) => listed('de-AT', `${kitchenware}&limit=1&offset=${offset}`))
  expect((await Promise.all(pages)).flat()).toEqual(titles)
  expect(await listed('ja', kitchenware)).toEqual(['Apple', 'Zebra', '陶器のカップ'])
  expect(await found('ja', 'zebra')).toEqual(['Zebra'])
})

test('cursors follow the order of a language, and belong to it', async () => {
  const speaking = (language: string) => createShopClient({ url: shop.url, headers: { 'accept-language': language } })
  const german = speaking('de').store.products.list
  for (const [order, expected] of [
    ['title', ['Äpfel', 'Becher aus Ton', 'Zimt']],
    ['-title', ['Zimt', 'Becher aus Ton', 'Äpfel']],
  ] as const) {
    const titles: string[] = []
    for await (const { title } of allPages(german, { collection_id: [kitchen], order, limit: 1 })) titles.push(title)
    expect(titles).toEqual(expected)
  }
  const input = { order: 'title', limit: 1 }
  const { next_cursor = null } = await german.query({ ...input, cursor: null })
  await expect(speaking('en').store.products.list.query({ ...input, cursor: next_cursor })).rejects.toThrow('cursor')
})

test('each language has an index of its words, and a removed language has none', async () => {
  await using other = await openTestShop()
  const indexes = async () =>
    (
      await executeSql<{ name: string }>(
        other.databaseUrl,
        "select indexname as name from pg_indexes where tablename = 'translation' and indexdef like '%gin%' order by 1",
      )
    ).map(({ name }) => name)
  const setLanguages = async (languages: string[]) => {
    await expectSuccess(other.admin.post('/admin/store', { languages }))
    await other.runJobs()
  }
  await setLanguages(['en', 'de', 'pt-BR'])
  expect(await indexes()).toEqual(['translation_search_de', 'translation_search_pt-BR'])
  await setLanguages(['en', 'pt-BR'])
  expect(await indexes()).toEqual(['translation_search_pt-BR'])
})
