import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  await expectSuccess(shop.admin.post('/admin/store', { languages: ['en', 'de', 'fr'] }))
})
afterAll(() => shop[Symbol.asyncDispose]())

const prices = [{ currency_code: 'eur', amount: 1000 }]

let serial = 0

/** A shirt in Large and Small, black. In German the option, its values, the variants and the description have texts. */
async function germanShirt() {
  const product = await shop.given.product({
    ...{ title: 'Shirt', handle: `shirt-${++serial}`, options: [{ title: 'Size' }, { title: 'Color' }] },
    variants: [
      { title: 'L', prices, options: [{ value: 'Large' }, { value: 'Black' }] },
      { title: 'S', prices, options: [{ value: 'Small' }, { value: 'Black' }] },
    ],
    translations: { de: { title: 'Hemd', description: 'Aus Leinen' }, fr: { title: 'Chemise' } },
  })
  const [size, color] = product.options
  const [large, small] = product.variants
  const idOfValue = (variant: typeof large, option: typeof size) =>
    variant.options.find(({ option_id }: { option_id: string }) => option_id === option.id)!.id
  await translate([
    ['product_option', size.id, { title: 'Größe' }],
    ['product_variant', large.id, { title: 'Groß' }],
    ['product_option_value', idOfValue(large, size), { value: 'Groß' }],
    ['product_option_value', idOfValue(small, size), { value: 'Klein' }],
    ['product_option_value', idOfValue(large, color), { value: 'Schwarz' }],
  ])
  return { id: product.id, size: size.id, color: color.id, small: small.id }
}

const translate = (rows: [entity: string, id: string, texts: object][]) =>
  expectSuccess(
    shop.admin.post('/admin/translations', {
      translations: rows.map(([entity, id, de]) => ({ entity, id, translations: { de } })),
    }),
  )

const shownIn = async (id: string, locale: string) => {
  const { product } = await expectSuccess(shop.get(`/store/products/${id}?locale=${locale}`))
  const { title, description, options, variants } = product
  return {
    ...{ title, description, options: options?.map((option) => option.title) },
    variants: variants?.map((variant) => [variant.title, ...(variant.options ?? []).map(({ value }) => value).sort()]),
  }
}

test('a duplicate has the translations of the original, except of its title', async () => {
  const { id } = await germanShirt()
  const { product } = await expectSuccess(
    shop.admin.post(`/admin/products/${id}/duplicate`, { title: 'Copy of Shirt' }),
  )
  expect(product.translations).toEqual({ de: { description: 'Aus Leinen' } })
  await expectSuccess(shop.admin.post(`/admin/products/${product.id}`, { status: 'published' }))
  expect(await shownIn(product.id, 'de')).toEqual({
    ...{ title: 'Copy of Shirt', description: 'Aus Leinen', options: ['Größe', 'Color'] },
    variants: [
      ['Groß', 'Groß', 'Schwarz'],
      ['S', 'Black', 'Klein'],
    ],
  })
})

test('a new variant has the translations of the values that the product has', async () => {
  const { id, size, color } = await germanShirt()
  const added = {
    title: 'L2',
    prices,
    options: [size, color].map((option_id, i) => ({ option_id, value: ['Large', 'Red'][i] })),
  }
  await expectSuccess(shop.admin.post(`/admin/products/${id}/variants`, added))
  expect((await shownIn(id, 'de')).variants?.at(-1)).toEqual(['L2', 'Groß', 'Red'])
  expect((await shownIn(id, 'fr')).variants?.at(-1)).toEqual(['L2', 'Large', 'Red'])
})

test('a variant with another size has the translation of this size', async () => {
  const { id, size, color, small } = await germanShirt()
  const options = [
    { option_id: size, value: 'Large' },
    { option_id: color, value: 'Blue' },
  ]
  await expectSuccess(shop.admin.post(`/admin/products/${id}/variants/${small}`, { options }))
  expect((await shownIn(id, 'de')).variants?.at(-1)).toEqual(['S', 'Blue', 'Groß'])
})
