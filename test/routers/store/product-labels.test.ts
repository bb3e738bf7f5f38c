import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  const labelled = { title: 'Tea', type: { value: 'Drinks' }, tags: [{ value: 'green' }, { value: 'loose' }] }
  await expectSuccess(shop.admin.post('/admin/products', labelled))
})
afterAll(() => shop[Symbol.asyncDispose]())

const valuesOf = (labels: readonly { value: string }[]) => labels.map(({ value }) => value).toSorted()

test('the storefront lists the tags and types of products', async () => {
  const { product_tags, ...page } = await expectSuccess(shop.get('/store/product-tags'))
  expect([valuesOf(product_tags), page]).toEqual([['green', 'loose'], { count: 2, limit: 20, offset: 0 }])
  const { product_types } = await expectSuccess(shop.get('/store/product-types?value=Drinks'))
  expect(valuesOf(product_types)).toEqual(['Drinks'])
  const found = await expectSuccess(shop.get('/store/product-tags?q=GREE&fields=value'))
  expect(found.product_tags).toEqual([{ id: expect.stringMatching(/^ptag_/), value: 'green' }])
})
