import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProductCollection } from '#entities/collection/product-collection.ts'
import { refuses } from '#test/support/refuses.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
let kitchen: string
beforeAll(async () => {
  shop = await openTestShop()
  const em = shop.orm.em.fork()
  kitchen = em.create(ProductCollection, { title: 'Kitchenware', handle: 'kitchen' }).id
  await em.flush()
  await shop.given.product({ title: 'Stoneware Mug', description: 'Holds coffee', collection_id: kitchen })
  await shop.given.product({ title: 'House Coffee', tags: [{ value: 'drink' }] })
  await shop.given.product({
    title: 'Linen Shirt',
    variants: [{ title: 'XL', sku: 'LS-4711', prices: [], options: [{ value: 'XL' }] }],
  })
  await shop.given.product({ title: 'Secret Coffee', status: 'draft' })
  const { sales_channel } = (await shop.admin.post('/admin/sales-channels', { name: 'Wholesale' })).body
  await shop.given.product({ title: 'Wholesale Coffee', sales_channels: [{ id: sales_channel.id }] })
})
afterAll(() => shop[Symbol.asyncDispose]())

async function found(q: string, more: object = {}): Promise<string[]> {
  const { hits } = (await shop.post('/store/products/search', { q, ...more })).body
  return hits.map((hit: { title: string }) => hit.title)
}

test('words find what is offered, the most fitting first', async () => {
  expect(await found('coffee')).toEqual(['House Coffee', 'Stoneware Mug'])
  expect(await found('LINEN shirt')).toEqual(['Linen Shirt'])
})

test('a word may be unfinished or mistyped', async () => {
  expect(await found('stone mu')).toEqual(['Stoneware Mug'])
  expect(await found('cofee')).toContain('House Coffee')
  expect(await found('linnen')).toEqual(['Linen Shirt'])
})

test('the collection and the number of a variant are found too', async () => {
  expect(await found('kitchenware')).toEqual(['Stoneware Mug'])
  expect(await found('LS-4711')).toEqual(['Linen Shirt'])
})

test('signs that mean something to the database mean nothing here', async () => {
  for (const q of ["' & | ! ( :*", "coffee' & !mug", '\\', '%', 'x'.repeat(5000)])
    expect((await shop.post('/store/products/search', { q })).status).toBe(200)
  expect(await found("coffee' & !house")).toContain('House Coffee')
})

test('what is found comes page by page, with prices, and can be narrowed', async () => {
  const all = await found('')
  expect([...(await found('', { limit: 1 })), ...(await found('', { offset: 1 }))]).toEqual(all)
  expect(await found('coffee', { filter: { collection_id: [kitchen] } })).toEqual(['Stoneware Mug'])
  expect(await found('nothing of the kind')).toEqual([])
  const { hits } = (await shop.post('/store/products/search', { q: 'mug' })).body
  expect(hits[0].variants[0].prices).toMatchObject([{ amount: 1000, currency_code: 'eur' }])
  const search = (body: object) => shop.post('/store/products/search', body)
  await refuses(search({ limit: '2' }), 400, 'invalid_data', 'limit must be an integer number')
  await refuses(search({ filter: { colour: 'red' } }), 400, 'invalid_data', 'property colour should not exist')
})
