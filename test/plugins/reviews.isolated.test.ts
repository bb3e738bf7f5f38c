import { afterAll, beforeAll, expect, test } from 'vitest'
import { createShopClient } from '#client/index.ts'
import { defineShop } from '#server/shop/define-shop.ts'
import { promises } from '#server/testing/index.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { reviews } from '../../plugins/reviews/index.ts'

const definition = defineShop({ plugins: [reviews] })

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ plugins: definition.plugins })
})
afterAll(() => shop[Symbol.asyncDispose]())

const clientWith = (headers: Record<string, string>) => createShopClient<typeof definition>({ url: shop.url, headers })
const admin = () => clientWith({ authorization: `Bearer ${shop.token}` }).admin

async function givenBuyer(variant: { id: string }) {
  const customer = await shop.given.customer()
  const option = await shop.given.freeShippingOption(await region)
  await shop.given.order({ by: customer, email: customer.email, region: await region, option, lines: [[variant, 1]] })
  return clientWith(customer.headers).store.reviews
}

let region: ReturnType<TestShop['given']['region']>
beforeAll(() => {
  region = shop.given.region()
})

test('approved reviews change the rating of the product', async () => {
  const variant = await shop.given.variant()
  const { product_id } = variant
  const { review: first } = await (await givenBuyer(variant)).create.mutate({ product_id, rating: 5, text: 'Soft' })
  const { review: second } = await (await givenBuyer(variant)).create.mutate({ product_id, rating: 2, text: 'Itchy' })
  const { store } = clientWith({})
  const rated = async () => (await store.products.get.query({ id: product_id })).product
  expect(await rated()).toMatchObject({ rating: null, review_count: 0 })
  expect((await store.reviews.list.query({ product_id })).count).toBe(0)

  const decided = await Promise.all(
    [first, second].map(({ id }) => admin().reviews.decide.mutate({ id, status: 'approved' })),
  )
  expect(decided.map(({ review }) => review.status)).toEqual(['approved', 'approved'])
  expect(await rated()).toMatchObject({ rating: 3.5, review_count: 2 })
  const listed = await store.reviews.list.query({ product_id, order: '-rating' })
  expect(listed.reviews.map(({ text }) => text)).toEqual(['Soft', 'Itchy'])
  expect(listed.reviews[0]).not.toHaveProperty('customer_id')

  await admin().reviews.decide.mutate({ id: second.id, status: 'rejected' })
  expect(await rated()).toMatchObject({ rating: 5, review_count: 1 })
  await admin().reviews.decide.mutate({ id: first.id, status: 'rejected' })
  expect(await rated()).toMatchObject({ rating: null, review_count: 0 })
  await expect(admin().reviews.decide.mutate({ id: first.id, status: 'rejected' })).rejects.toThrow(
    'The review is already rejected',
  )
  await expect(admin().reviews.decide.mutate({ id: 'review_none', status: 'approved' })).rejects.toThrow(
    'was not found',
  )
})

test('lists of products filter and sort by the rating', async () => {
  const rate = async (rating: number) => {
    const variant = await shop.given.variant()
    const facts = { product_id: variant.product_id, rating, text: 'Fine' }
    const { review } = await (await givenBuyer(variant)).create.mutate(facts)
    await admin().reviews.decide.mutate({ id: review.id, status: 'approved' })
    return variant.product_id
  }
  const [bad, good] = [await rate(1), await rate(4)]
  const ids = ({ products }: { products: { id: string }[] }) => products.map(({ id }) => id)
  const found = await admin().products.list.query({ rating: { gte: 1 }, review_count: 1, order: 'rating' })
  expect(ids(found)).toEqual([bad, good])
  expect(found.products[1]?.rating).toBe(4)
  const shown = await clientWith({}).store.products.list.query({ id: [bad, good], rating: { gte: 4 } })
  expect(ids(shown)).toEqual([good])
  const sorted = await clientWith({}).store.products.list.query({ id: [bad, good], order: '-rating' })
  expect(ids(sorted)).toEqual([good, bad])
})

test('only a customer with an order reviews a product, and only once', async () => {
  const variant = await shop.given.variant()
  const { product_id } = variant
  const review = { product_id, rating: 3, text: 'Fine' }
  const stranger = clientWith((await shop.given.customer()).headers).store.reviews
  await expect(stranger.create.mutate(review)).rejects.toThrow('Only customers with an order')
  await expect(clientWith({}).store.reviews.create.mutate(review)).rejects.toThrow('Unauthorized')
  const buyer = await givenBuyer(variant)
  await expect(buyer.create.mutate({ ...review, rating: 6 })).rejects.toThrow('rating')
  await buyer.create.mutate(review)
  await expect(buyer.create.mutate(review)).rejects.toThrow('already reviewed')
})

test('the audit log shows the review and the rating of the product', async () => {
  const variant = await shop.given.variant()
  const { product_id } = variant
  const { review } = await (await givenBuyer(variant)).create.mutate({ product_id, rating: 4, text: 'Good' })
  const { id } = review
  await admin().reviews.decide.mutate({ id, status: 'approved' })
  for (const resource_id of [id, product_id]) {
    const { audit_log } = await admin().auditLog.list.query({ resource_id, procedure: 'admin.reviews.decide' })
    expect(audit_log).toHaveLength(1)
  }
})

for (const { name, check } of promises(definition, 'reviews')) test(name, check, 60_000)
