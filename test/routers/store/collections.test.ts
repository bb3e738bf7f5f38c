import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProductCollection } from '#entities/catalogue/collection/product-collection.ts'
import { expectError } from '#test/support/expect-error.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
let collections: { id: string; handle: string }[]
beforeAll(async () => {
  shop = await openTestShop()
  const em = shop.orm.em.fork()
  const days = ['2026-01-01', '2026-01-02', '2026-01-03']
  const rows = days.map((day, i) => {
    const timestamps = { created_at: new Date(day), updated_at: new Date(day) }
    return em.create(ProductCollection, { ...timestamps, title: `Collection ${i}`, handle: `collection-${i}` })
  })
  em.create(ProductCollection, { title: 'Gone', handle: 'gone', deleted_at: new Date() })
  await em.flush()
  collections = rows.map(({ id }, i) => ({ id, handle: `collection-${i}` }))
})
afterAll(() => shop[Symbol.asyncDispose]())

const ids = async (query = '') =>
  (await shop.get(`/store/collections?${query}`)).body.collections.map((row: { id: string }) => row.id)

test('collections are listed newest first, ten per page', async () => {
  const all = collections.map(({ id }) => id).reverse()
  const { body } = await shop.get('/store/collections')
  expect(body).toMatchObject({ count: 3, limit: 10, offset: 0 })
  expect(await ids()).toEqual(all)
  expect(await ids('limit=1&offset=1')).toEqual([all[1]])
  expect(await ids('limit=0')).toEqual([])
})

test('collections can be filtered by handle and by time', async () => {
  const [first, second, third] = collections.map(({ id }) => id)
  expect(await ids('handle[]=collection-0&handle[]=collection-2&handle[]=gone')).toEqual([third, first])
  expect(await ids('created_at[gt]=2026-01-01&updated_at[lt]=2026-01-03')).toEqual([second])
})

test('an unknown filter is rejected', async () => {
  const invalidQueries = {
    'q=shirt': 'property q should not exist',
    'created_at[foo]=2020-01-01': 'property foo should not exist',
    'created_at=2020-01-01': 'nested property created_at must be either object or array',
    'limit=many': 'limit must be an integer number',
    'offset=1.5': 'offset must be an integer number',
    'limit=-1': 'limit must not be less than 0',
  }
  for (const [query, message] of Object.entries(invalidQueries))
    await expectError(shop.get(`/store/collections?${query}`), 400, 'invalid_data', message)
})

test('a collection is returned without its products, and an unknown one is not found', async () => {
  const { body } = await shop.get(`/store/collections/${collections[0]!.id}?colour=red`)
  const columns = ['id', 'created_at', 'updated_at', 'deleted_at', 'metadata', 'title', 'handle']
  expect(Object.keys(body.collection)).toEqual(columns)
  const message = 'Product collection with id: pcol_none was not found'
  await expectError(shop.get('/store/collections/pcol_none'), 404, 'not_found', message)
})

test('the balance of a gift card can be read by its code', async () => {
  const region = await shop.given.region()
  const card = await shop.given.giftCard(region, 5000)
  const { gift_card } = (await shop.get(`/store/gift-cards/${card.code}`)).body
  const { id, code } = card
  expect(gift_card).toEqual({
    id,
    code,
    value: 5000,
    balance: 5000,
    region: expect.objectContaining({ id: region.id }),
  })
  const lower = code.toLowerCase()
  await expectError(
    shop.get(`/store/gift-cards/${lower}`),
    404,
    'not_found',
    `Gift card with code: ${lower} was not found`,
  )
})
