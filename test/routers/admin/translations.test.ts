import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addUserWithScopes } from '#test/support/add-member.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  await setLanguages(['en', 'de', 'fr'])
})
afterAll(() => shop[Symbol.asyncDispose]())

const setLanguages = (languages: string[], more: object = {}) =>
  expectSuccess(shop.admin.post('/admin/store', { languages, ...more }))
const translate = (entity: string, id: string, translations: object) =>
  shop.admin.post('/admin/translations', { translations: [{ entity, id, translations }] })
const read = async (id: string) => (await expectSuccess(shop.admin.get(`/admin/products/${id}`))).product

describe('a shop with one language', () => {
  test('a shop without languages answers as before and takes no translations', async () => {
    await using plain = await openTestShop()
    const { id } = await plain.given.product({ title: 'Mug' })
    const { product } = await expectSuccess(plain.admin.get(`/admin/products/${id}`))
    expect(product).not.toHaveProperty('translations')
    expect(product.options[0]).not.toHaveProperty('translations')
    const reply = await plain.as({ 'accept-language': 'de' }).get('/store/products')
    expect(reply.headers.get('content-language')).toBeNull()
    expect(reply.headers.get('vary')).not.toContain('Accept-Language')
    const refused = await plain.admin.post(`/admin/products/${id}`, { translations: { de: { title: 'Becher' } } })
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'The store takes no translations to de. Add the language to the languages of the store.',
    ])
  })
})

describe('the languages of the store', () => {
  test('tags get their usual spelling, and fallbacks of removed languages end', async () => {
    await using other = await openTestShop()
    const update = (body: object) => other.admin.post('/admin/store', body)
    const { store } = await expectSuccess(
      update({ languages: ['EN', 'de-at', 'gsw'], language_fallbacks: { GSW: 'de-AT' } }),
    )
    expect(store).toMatchObject({ languages: ['en', 'de-AT', 'gsw'], language_fallbacks: { gsw: 'de-AT' } })
    const { store: fewer } = await expectSuccess(update({ languages: ['en', 'gsw'] }))
    expect(fewer).toMatchObject({ languages: ['en', 'gsw'], language_fallbacks: {} })
  })

  test.each([
    [{ languages: ['en', 'x'.repeat(10_000)] }, 'A language must be a tag such as de or pt-BR'],
    [{ languages: ['en', '*'] }, 'A language must be a tag such as de or pt-BR'],
    [{ languages: ['en', 'de', 'DE'] }, 'Each language can be in the list once'],
    [{ language_fallbacks: { de: 'it' } }, 'it cannot replace the missing texts of de.'],
    [{ language_fallbacks: { de: 'de' } }, 'de cannot replace the missing texts of de.'],
    [{ languages: Array.from({ length: 100 }, (_, i) => `de-x-a${i}`) }, 'languages must not be greater than 50'],
  ])('the store refuses %j', async (body, message) => {
    const before = (await expectSuccess(shop.admin.get('/admin/store'))).store
    const reply = await shop.admin.post('/admin/store', body)
    expect(reply.status).toBe(400)
    expect(JSON.stringify(reply.body)).toContain(message)
    expect((await expectSuccess(shop.admin.get('/admin/store'))).store).toEqual(before)
  })

  test('the default language stays while texts are translated', async () => {
    await using other = await openTestShop()
    const update = (languages: string[]) => other.admin.post('/admin/store', { languages })
    await expectSuccess(update(['en', 'de']))
    await expectSuccess(update(['de', 'en']))
    await other.given.product({ translations: { en: { title: 'Mug' } } })
    const reply = await update(['en', 'de'])
    expect([reply.status, reply.body.message]).toEqual([
      400,
      'The default language is de, because the texts themselves are in de. It can change while nothing is translated.',
    ])
    await expectSuccess(update(['de', 'fr']))
  })

  test('texts of a removed language come back with the language', async () => {
    await using other = await openTestShop()
    const update = (languages: string[]) => expectSuccess(other.admin.post('/admin/store', { languages }))
    await update(['en', 'de'])
    const { id } = await other.given.product({ translations: { de: { title: 'Becher' } } })
    const shown = async () => (await expectSuccess(other.admin.get(`/admin/products/${id}`))).product.translations
    await update(['en', 'fr'])
    expect(await shown()).toEqual({})
    const german = await other.as({ 'accept-language': 'de' }).get(`/store/products/${id}`)
    expect([german.headers.get('content-language'), german.body.product.title]).toEqual([
      'en',
      expect.not.stringContaining('Becher'),
    ])
    await update(['en', 'fr', 'de'])
    expect(await shown()).toEqual({ de: { title: 'Becher' } })
  })
})

describe('translated texts', () => {
  test('inputs of all translated rows take texts, and responses have them', async () => {
    const translations = { de: { title: 'Becher', description: '<b>Handgemacht</b>' }, fr: { title: 'Tasse' } }
    const product = await shop.given.product({ title: 'Mug', translations })
    expect(product).toMatchObject({ title: 'Mug', translations })
    const { collection } = await expectSuccess(
      shop.admin.post('/admin/collections', { title: 'Kitchen', translations: { de: { title: 'Küche' } } }),
    )
    expect(collection.translations).toEqual({ de: { title: 'Küche' } })
    const { product_category } = await expectSuccess(
      shop.admin.post('/admin/product-categories', { name: 'Home', translations: { de: { name: 'Zuhause' } } }),
    )
    expect(product_category.translations).toEqual({ de: { name: 'Zuhause' } })
    const region = await shop.given.region({ translations: { de: { name: 'Europa' } } })
    expect(region.translations).toEqual({ de: { name: 'Europa' } })
    const option = await shop.given.shippingOption(region, { translations: { de: { name: 'Versand' } } })
    expect(option.translations).toEqual({ de: { name: 'Versand' } })
    const { return_reason } = await expectSuccess(
      shop.admin.post('/admin/return-reasons', {
        ...{ value: 'small', label: 'Too small' },
        translations: { de: { label: 'Zu klein', description: 'مرحبا' } },
      }),
    )
    expect(return_reason.translations).toEqual({ de: { label: 'Zu klein', description: 'مرحبا' } })
  })

  test('one request translates rows of several kinds and announces the products', async () => {
    const product = await shop.given.product({ tags: [{ value: 'new' }], type: { value: 'Cup' } })
    const [{ id: option, values }] = product.options
    const rows = [
      { entity: 'product_variant', id: product.variants[0].id, translations: { de: { title: 'Groß' } } },
      { entity: 'product_option', id: option, translations: { de: { title: 'Größe' } } },
      { entity: 'product_option_value', id: values[0].id, translations: { de: { value: 'G' } } },
      { entity: 'product_tag', id: product.tags[0].id, translations: { de: { value: 'neu' } } },
      { entity: 'product_type', id: product.type.id, translations: { de: { value: 'Tasse' } } },
    ]
    const { translations } = await expectSuccess(shop.admin.post('/admin/translations', { translations: rows }))
    expect(translations).toEqual(rows)
    const shown = await read(product.id)
    expect(shown.variants[0].translations).toEqual({ de: { title: 'Groß' } })
    expect(shown.options[0]).toMatchObject({ translations: { de: { title: 'Größe' } } })
    expect(shown.options[0].values[0].translations).toEqual({ de: { value: 'G' } })
    expect([shown.tags[0].translations, shown.type.translations]).toEqual([
      { de: { value: 'neu' } },
      { de: { value: 'Tasse' } },
    ])
    const { events } = await expectSuccess(shop.admin.get('/admin/events?name=product.updated'))
    expect(events.map(({ payload }) => payload)).toContainEqual({ id: product.id })
  })

  test('a change keeps the other texts, null removes one, and an empty text is a text', async () => {
    const { id } = await shop.given.product({
      translations: { de: { title: 'Becher', subtitle: 'Blau' }, fr: { title: 'Tasse' } },
    })
    await expectSuccess(shop.admin.post(`/admin/products/${id}`, { translations: { de: { subtitle: '' } } }))
    expect((await read(id)).translations).toEqual({ de: { title: 'Becher', subtitle: '' }, fr: { title: 'Tasse' } })
    await expectSuccess(
      shop.admin.post(`/admin/products/${id}`, { translations: { de: { subtitle: null }, fr: null } }),
    )
    expect((await read(id)).translations).toEqual({ de: { title: 'Becher' } })
    await expectSuccess(
      shop.admin.post(`/admin/products/${id}`, { title: 'Mug', translations: { de: { title: null } } }),
    )
    expect(await read(id)).toMatchObject({ title: 'Mug', translations: {} })
  })

  test('two translators lose nothing if they save at the same time', async () => {
    const { id } = await shop.given.product()
    const changes = [
      { de: { title: 'Becher' } },
      { de: { subtitle: 'Blau' } },
      { fr: { title: 'Tasse' } },
      { fr: { subtitle: 'Bleu' } },
      { de: { description: 'Rund' } },
    ]
    await Promise.all(changes.map((one) => expectSuccess(translate('product', id, one))))
    expect((await read(id)).translations).toEqual({
      de: { title: 'Becher', subtitle: 'Blau', description: 'Rund' },
      fr: { title: 'Tasse', subtitle: 'Bleu' },
    })
  })

  test.each([
    ['product', { it: { title: 'Tazza' } }, 'The store takes no translations to it, only to de, fr.'],
    ['product', { en: { title: 'Mug' } }, 'The store takes no translations to en, only to de, fr.'],
    ['product', { ['x'.repeat(10_000)]: { title: 'Mug' } }, 'The store takes no translations to'],
    [
      'product',
      { de: { handle: 'becher' } },
      'handle has no translations. Translate title, subtitle, description, seo_title, seo_description.',
    ],
    ['product', { de: { title: ' ' } }, 'title must not be empty in de. Send null to remove the translation.'],
    ['product', { de: { title: 5 } }, 'title must be a string'],
    ['product', { de: 'Becher' }, 'de'],
    ['cart', { de: { title: 'Becher' } }, 'cart has no translations. Use one of: product, product_category'],
    ['product"; drop table product; --', { de: {} }, 'has no translations'],
  ])('%s refuses %j and changes nothing', async (entity, translations, message) => {
    const { id } = await shop.given.product({ translations: { de: { title: 'Becher' } } })
    const reply = await translate(entity, id, translations)
    expect(reply.status).toBe(400)
    expect(JSON.stringify(reply.body)).toContain(message)
    expect((await read(id)).translations).toEqual({ de: { title: 'Becher' } })
  })

  test('a missing row is not found, also next to rows that exist', async () => {
    const { id } = await shop.given.product()
    const reply = await shop.admin.post('/admin/translations', {
      translations: [
        { entity: 'product', id, translations: { de: { title: 'Becher' } } },
        { entity: 'product', id: 'prod_missing', translations: { de: { title: 'Becher' } } },
      ],
    })
    expect([reply.status, reply.body.message]).toEqual([404, 'product with id: prod_missing was not found'])
    expect((await read(id)).translations).toEqual({})
  })

  test('only users with the scope translate', async () => {
    const { id } = await shop.given.product()
    expect((await shop.post('/admin/translations', { translations: [] })).status).toBe(401)
    const { caller: reader } = await addUserWithScopes(shop, 'read:products.*')
    const { caller: translator } = await addUserWithScopes(shop, 'read:products.*', 'translations.*')
    const rows = { translations: [{ entity: 'product', id, translations: { de: { title: 'Becher' } } }] }
    expect((await reader.post('/admin/translations', rows)).status).toBe(403)
    expect((await translator.post('/admin/translations', rows)).status).toBe(200)
    expect((await translator.post(`/admin/products/${id}`, { title: 'Hidden' })).status).toBe(403)
  })

  test('the audit log has the texts of a translation', async () => {
    const { id } = await shop.given.product()
    await expectSuccess(translate('product', id, { de: { title: 'Becher' } }))
    const { audit_log } = await expectSuccess(shop.admin.get('/admin/audit-log?limit=1'))
    expect(JSON.stringify(audit_log)).toContain('Becher')
  })
})

describe('the report', () => {
  test('the report lists rows that lack a text, and counts them', async () => {
    await using other = await openTestShop()
    await expectSuccess(other.admin.post('/admin/store', { languages: ['en', 'de', 'de-AT'] }))
    const mug = await other.given.product({ title: 'Mug', subtitle: 'Blue', translations: { de: { title: 'Becher' } } })
    await other.given.product({ title: 'Pan', translations: { de: { title: 'Pfanne' } } })
    const list = async (query: string) => (await expectSuccess(other.admin.get(`/admin/translations?${query}`))).rows
    expect(await list('language=de&entity=product')).toEqual([
      { id: mug.id, texts: { title: 'Mug', subtitle: 'Blue' }, translated: { title: 'Becher' } },
    ])
    expect(await list('language=de-AT&entity=product&limit=1&offset=1')).toHaveLength(1)
    const counted = async () =>
      (await expectSuccess(other.admin.get('/admin/translations/counts?language=de'))).counts.find(
        ({ entity }) => entity === 'product',
      )
    expect(await counted()).toEqual({ entity: 'product', count: 2, missing: 1 })
    await expectSuccess(other.admin.post(`/admin/products/${mug.id}`, { translations: { de: { subtitle: 'Blau' } } }))
    expect(await counted()).toEqual({ entity: 'product', count: 2, missing: 0 })
    const wrong = await other.admin.get('/admin/translations?language=de&entity=cart')
    expect([wrong.status, wrong.body.type]).toEqual([400, 'invalid_data'])
  })
})
