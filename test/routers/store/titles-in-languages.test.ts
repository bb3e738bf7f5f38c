import type { EntityManager } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createShopClient } from '#client/index.ts'
import { Product } from '#entities/catalogue/product/product.ts'
import { storeNextTitles } from '#entities/catalogue/product/store-titles.ts'
import { updateStore } from '#entities/market/store/update-store.ts'
import { writeTranslations } from '#entities/platform/translation/translation.ts'
import { openDatabase, prepareDatabase } from '#server/shop/open-database.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { executeSql } from '#test/support/postgres.ts'
import { sendWhileLocked } from '#test/support/send-while-locked.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

/* `order=title` in a language reads stored titles, which a job stores. Other responses read the translations, so the tests compare both. */

const LANGUAGES = ['en', 'de', 'sv', 'de-AT', 'tr']

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  await setLanguages(LANGUAGES)
})
afterAll(() => shop[Symbol.asyncDispose]())

const changeLanguages = (languages: string[], language_fallbacks = {}) =>
  expectSuccess(shop.admin.post('/admin/store', { languages, language_fallbacks }))

/** Also stores the titles of all products. */
async function setLanguages(...change: Parameters<typeof changeLanguages>) {
  await changeLanguages(...change)
  await shop.runJobs()
}

const storeTitlesOf = (count: number) => shop.orm.em.fork().transactional((em) => storeNextTitles(em, count))

const listed = async (locale: string, query = 'order=title', of = shop) => {
  const { products } = await expectSuccess(of.get(`/store/products?locale=${locale}&${query}`))
  return products.map(({ id, title }) => ({ id, title }))
}

const titlesOf = async (locale: string, query?: string) => (await listed(locale, query)).map(({ title }) => title)

/** The list by title has all products, in the order of the language. */
async function expectOrdered(languages: readonly string[], of = shop): Promise<void> {
  for (const locale of languages) {
    const { compare } = new Intl.Collator(locale)
    const expected = (await listed(locale, 'order=id', of)).toSorted(
      (a, b) => compare(a.title, b.title) || (a.id < b.id ? -1 : 1),
    )
    expect.soft(await listed(locale, 'order=title', of), locale).toEqual(expected)
    expect.soft(await listed(locale, 'order=-title', of), `-${locale}`).toEqual(expected.toReversed())
  }
}

type Texts = Record<string, { title: string | null } | null>
const update = (id: string, input: object) => expectSuccess(shop.admin.post(`/admin/products/${id}`, input))
const translate = (id: string, translations: Texts) =>
  shop.admin.post('/admin/translations', { translations: [{ entity: 'product', id, translations }] })
const product = async (title: string, translations: Texts = {}) =>
  (await shop.given.product({ title, translations })).id

test('a list by title follows each change of a title, an original and a product', async () => {
  const plain = await product('Zebra')
  const apple = await product('Apple', { de: { title: 'Öl' }, sv: { title: 'Ålder' } })
  await product('Mug', { de: { title: 'Zimt' }, 'de-AT': { title: 'Häferl' } })
  await expectOrdered(LANGUAGES)
  expect(await titlesOf('de')).toEqual(['Öl', 'Zebra', 'Zimt'])
  expect(await titlesOf('sv')).toEqual(['Mug', 'Zebra', 'Ålder'])
  expect(await titlesOf('de-AT')).toEqual(['Häferl', 'Öl', 'Zebra'])

  await update(plain, { title: 'Antelope' })
  expect(await titlesOf('de')).toEqual(['Antelope', 'Öl', 'Zimt'])
  await expectSuccess(translate(apple, { de: { title: 'Birne' } }))
  expect(await titlesOf('de-AT')).toEqual(['Antelope', 'Birne', 'Häferl'])
  await expectSuccess(translate(apple, { de: null }))
  expect(await titlesOf('de-AT')).toEqual(['Antelope', 'Apple', 'Häferl'])
  await update(apple, { title: 'Xylophone' })
  expect(await titlesOf('sv')).toEqual(['Antelope', 'Mug', 'Ålder'])

  await update(plain, { is_archived: true })
  expect(await titlesOf('de')).toEqual(['Xylophone', 'Zimt'])
  await update(plain, { title: 'Yak', translations: { de: { title: 'Jak' } } })
  await update(plain, { is_archived: false, status: 'published' })
  expect(await titlesOf('de')).toEqual(['Jak', 'Xylophone', 'Zimt'])
  await expectSuccess(shop.admin.delete(`/admin/products/${plain}`))
  expect(await titlesOf('de')).toEqual(['Xylophone', 'Zimt'])
  await expectSuccess(shop.admin.post(`/admin/products/${plain}/restore`))
  expect(await titlesOf('de')).toEqual(['Jak', 'Xylophone', 'Zimt'])
  await expectOrdered(LANGUAGES)
})

test('a list by title follows the languages of the shop and their fallbacks', async () => {
  await product('Nut', { sv: { title: 'Österåker' } })
  await setLanguages(['en', 'de', 'sv', 'gsw'], { gsw: 'de', de: 'sv' })
  await expectOrdered(['de', 'sv', 'gsw'])
  expect(await titlesOf('gsw')).toContain('Österåker')
  await setLanguages(['en', 'de', 'sv', 'gsw'], { gsw: 'sv' })
  await expectOrdered(['de', 'sv', 'gsw'])
  await setLanguages(['en'])
  expect(await storedTitles()).toEqual({ indexes: ['product_title_pkey'], languages: [] })
  await expectOrdered(['en'])
  await setLanguages(LANGUAGES)
  await expectOrdered(LANGUAGES)
  const { languages, indexes } = await storedTitles()
  expect(languages).toEqual(['de', 'de-AT', 'sv', 'tr'])
  expect(indexes.map((name) => name.replace(/_[0-9a-f]{8}$/, ''))).toEqual([
    'product_title_de',
    'product_title_de-AT',
    'product_title_pkey',
    'product_title_sv',
    'product_title_tr',
  ])
})

async function storedTitles() {
  const [found] = await executeSql<{ indexes: string[]; languages: string[] }>(
    shop.databaseUrl,
    `select array(select indexname::text from pg_indexes where tablename = 'product_title' order by indexname collate "en-x-icu") as indexes,
      array(select language from product_title group by language order by language collate "en-x-icu") as languages`,
  )
  return found!
}

test('Turkish titles have the order of the Turkish alphabet', async () => {
  const ids: string[] = []
  for (const title of ['İncir', 'Işık', 'Çay', 'Cam', 'Zeytin'])
    ids.push(await product(`Original ${ids.length}`, { tr: { title } }))
  const query = `order=title&${ids.map((id) => `id[]=${id}`).join('&')}`
  expect(await titlesOf('tr', query)).toEqual(['Cam', 'Çay', 'Işık', 'İncir', 'Zeytin'])
  await expectOrdered(['tr'])
})

test('a list by title is complete and in order while a job stores the titles of changed languages', async () => {
  await changeLanguages(['en', 'de', 'sv', 'de-AT', 'tr', 'gsw'], { gsw: 'de' })
  await expectOrdered(['de', 'gsw'])
  await storeTitlesOf(2)
  expect(await unstored()).toEqual(['gsw'])
  const id = await product('Brush', { de: { title: 'Pinsel' } })
  await expectOrdered(['de', 'gsw'])
  // The titles of the first products follow the new chain too.
  await changeLanguages(['en', 'de', 'sv', 'de-AT', 'tr', 'gsw'], { gsw: 'sv' })
  expect(await unstored()).toEqual(['gsw'])
  await expectOrdered(['gsw'])
  await storeTitlesOf(3)
  await expectSuccess(translate(id, { sv: { title: 'Ärla' } }))
  while (await storeTitlesOf(3)) await expectOrdered(['gsw'])
  expect(await unstored()).toEqual([])
  await expectOrdered(['de', 'gsw'])
  expect(await titlesOf('gsw', `order=title&id=${id}`)).toEqual(['Ärla'])
  await setLanguages(LANGUAGES)
})

const unstored = async () =>
  (
    await executeSql<{ language: string }>(
      shop.databaseUrl,
      'select distinct language from language_chain where unstored_after is not null',
    )
  ).map(({ language }) => language)

test('a language that comes back shows the titles of today', async () => {
  const id = await product('Cup', { sv: { title: 'Kopp' } })
  await changeLanguages(LANGUAGES.filter((one) => one !== 'sv'))
  await update(id, { title: 'Big cup', translations: { sv: null } })
  await setLanguages(LANGUAGES)
  expect(await titlesOf('sv', `order=title&id=${id}`)).toEqual(['Big cup'])
  await expectOrdered(LANGUAGES)
})

test('while a transaction stores titles, only changes of the same titles wait', async () => {
  const first = await product('First')
  const last = await product('Last')
  await changeLanguages([...LANGUAGES, 'fr'])
  const [lowest] = await executeSql<{ id: string }>(shop.databaseUrl, 'select id from product order by id limit 1')
  await sendWhileLocked(
    shop,
    async (em) => {
      await storeNextTitles(em, 1)
      await update(last, { title: 'Changed', translations: { de: { title: 'Geändert' } } })
      await update(first, { title: 'Changed too' })
    },
    () => shop.admin.post(`/admin/products/${lowest!.id}`, { title: 'Lowest' }),
  )
  await shop.runJobs()
  await expectOrdered([...LANGUAGES, 'fr'])
  await setLanguages(LANGUAGES)
})

test('pages by cursor go on when the titles become stored', async () => {
  await changeLanguages([...LANGUAGES, 'fr'])
  const list = createShopClient({ url: shop.url, headers: { 'accept-language': 'fr' } }).store.products.list
  const ids: string[] = []
  let cursor: string | null | undefined = null
  while (cursor !== undefined) {
    const page = await list.query({ order: 'title', limit: 2, cursor })
    ids.push(...page.products.map(({ id }) => id))
    cursor = page.next_cursor ?? undefined
    if (ids.length === 2) await shop.runJobs()
  }
  expect(await unstored()).toEqual([])
  expect(ids).toEqual((await listed('fr')).map(({ id }) => id))
  await setLanguages(LANGUAGES)
})

test('a refused or a rehearsed change of the languages changes no title', async () => {
  const before = await storedTitles()
  const languages = [...LANGUAGES, 'fr']
  expect((await shop.admin.post('/admin/store', { languages, time_zone: 'Mars/Base' })).status).toBe(400)
  expect((await shop.admin.post('/admin/store', { languages }, { 'x-dry-run': 'true' })).status).toBe(200)
  expect(await storedTitles()).toEqual(before)
})

test('pages by offset and filtered lists have the same order', async () => {
  const all = await listed('de')
  const pages = await Promise.all(all.map((_, offset) => listed('de', `order=title&limit=1&offset=${offset}`)))
  expect(pages.flat()).toEqual(all)
  expect(await listed('de', `order=title&offset=${all.length}`)).toEqual([])
  const some = all.slice(1, 3)
  expect(await listed('de', `order=title&${some.map(({ id }) => `id[]=${id}`).join('&')}`)).toEqual(some)
  const { count } = await expectSuccess(shop.get('/store/products?locale=de&order=title&limit=1'))
  expect(count).toBe(all.length)
})

test('a title that is longer than an entry of an index sorts by its beginning', async () => {
  const id = await product('Ä'.repeat(20_000), { de: { title: `Aa${'漢'.repeat(20_000)}` } })
  expect((await listed('de'))[0]?.id).toBe(id)
  await expectSuccess(shop.admin.delete(`/admin/products/${id}`))
})

const addLanguages = (languages: string[]) => (em: EntityManager) => updateStore(em, { languages })
const retitle = (id: string, title: string) => (em: EntityManager) => em.nativeUpdate(Product, { id }, { title })

test('a title that changes while a language is added is in the list of the new language', async () => {
  await using other = await openTestShop()
  const { id } = await other.given.product({ title: 'Before' })
  await sendWhileLocked(other, retitle(id, 'During'), () =>
    other.admin.post('/admin/store', { languages: ['en', 'fr'] }),
  )
  expect(await listed('fr', 'order=title', other)).toEqual([{ id, title: 'During' }])
  const reply = await sendWhileLocked(other, addLanguages(['en', 'fr', 'de']), () =>
    other.admin.post(`/admin/products/${id}`, { title: 'Last' }),
  )
  expect(reply.status).toBe(200)
  const added = await sendWhileLocked(other, addLanguages(['en', 'fr', 'de', 'nl']), () =>
    other.admin.post('/admin/products', { title: 'Added', status: 'published', options: [], variants: [] }),
  )
  expect(added.status).toBe(200)
  await other.runJobs()
  const rows = await executeSql(other.databaseUrl, 'select language, title from product_title order by title, language')
  expect(rows.map(({ language, title }) => `${title} ${language}`)).toEqual([
    'Added de',
    'Added fr',
    'Added nl',
    'Last de',
    'Last fr',
    'Last nl',
  ])
})

test('a language is added while a transaction changes a translation and then a title', async () => {
  await using other = await openTestShop()
  await expectSuccess(other.admin.post('/admin/store', { languages: ['en', 'fr'] }))
  const { id } = await other.given.product({ title: 'Before' })
  const [variant] = await executeSql<{ id: string }>(other.databaseUrl, 'select id from product_variant')
  await other.orm.em.fork().transactional(async (em) => {
    const translations = { fr: { title: 'Petit' } }
    await writeTranslations(em, [{ entity: 'product_variant', id: variant!.id, translations }])
    await em.execute('select 1')
    await expectSuccess(other.admin.post('/admin/store', { languages: ['en', 'fr', 'de'] }))
    await retitle(id, 'After')(em)
  })
  await other.runJobs()
  expect((await listed('de', 'order=title', other)).map(({ title }) => title)).toEqual(['After'])
})

test('an original and a translation that change at the same time lose no title', async () => {
  const id = await product('Old', { de: { title: 'Alt' } })
  await sendWhileLocked(
    shop,
    (em) => writeTranslations(em, [{ entity: 'product', id, translations: { de: null } }]),
    () => shop.admin.post(`/admin/products/${id}`, { title: 'New' }),
  )
  expect(await titlesOf('de', `order=title&id=${id}`)).toEqual(['New'])
  await expectSuccess(translate(id, { de: { title: 'Neu' } }))
  await sendWhileLocked(shop, retitle(id, 'Newest'), () => translate(id, { de: null }))
  await expectOrdered(LANGUAGES)
  expect(await titlesOf('de', `order=title&id=${id}`)).toEqual(['Newest'])
})

test('the start of a server stores the titles of a shop from before', async () => {
  await product('Sail', { de: { title: 'Segel' } })
  const before = await storedTitles()
  await executeSql(
    shop.databaseUrl,
    'delete from language_chain; delete from product_title; select index_product_titles()',
  )
  expect(await storedTitles()).toEqual({ indexes: ['product_title_pkey'], languages: [] })
  const orm = await openDatabase(shop.databaseUrl)
  try {
    await prepareDatabase(orm, { print: () => {} })
    await shop.runJobs()
    expect(await storedTitles()).toEqual(before)
    await prepareDatabase(orm, { print: () => {} })
  } finally {
    await orm.close(true)
  }
  expect(await storedTitles()).toEqual(before)
  await expectOrdered(LANGUAGES)
})

test('a shop with one language stores no title', async () => {
  await using other = await openTestShop()
  await other.given.product({ title: 'Mug' })
  expect(await executeSql(other.databaseUrl, 'select from product_title')).toEqual([])
})

test('a deleted row of a product deletes its titles', async () => {
  const empty = { options: [], variants: [] }
  const { id } = (await expectSuccess(shop.admin.post('/admin/products', { title: 'Gone', ...empty }))).product
  const sql = `select from product_title where product_id = '${id}'`
  expect(await executeSql(shop.databaseUrl, sql)).not.toEqual([])
  await shop.orm.em.fork().nativeDelete(Product, { id })
  expect(await executeSql(shop.databaseUrl, sql)).toEqual([])
})
