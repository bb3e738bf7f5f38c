import { afterAll, beforeAll, expect, test } from 'vitest'
import { defineShop } from '#server/process/define-shop.ts'
import { openTestShop, promises, race, type TestShop } from '#server/testing/index.ts'
import { reviews } from '../../plugins/reviews/index.ts'

const definition = defineShop({ plugins: [reviews] })

let shop: TestShop<typeof definition>
let products: { id: string; variant_id: string }[]
beforeAll(async () => {
  shop = await openTestShop(definition)
  const listed = await shop.store.products.list.query({ limit: 10 })
  products = listed.products.map(({ id, variants }) => ({ id, variant_id: variants?.[0]?.id ?? '' }))
})
afterAll(() => shop.close())

/** Returns another product in each call, so that tests share no product. */
function takeProduct() {
  const product = products.shift()
  if (!product) throw new Error('The demo has too few products')
  return product
}

async function givenBuyer({ variant_id }: { variant_id: string }) {
  const { store } = await shop.placeOrder({ customer: await shop.addCustomer(), items: [{ variant_id }] })
  return store.reviews
}

test('approved reviews change the rating of the product', async () => {
  const product = takeProduct()
  const { id: product_id } = product
  const { review: first } = await (await givenBuyer(product)).create.mutate({ product_id, rating: 5, text: 'Soft' })
  const { review: second } = await (await givenBuyer(product)).create.mutate({ product_id, rating: 2, text: 'Itchy' })
  const { admin, store } = shop
  const rated = async () => (await store.products.get.query({ id: product_id })).product
  expect(await rated()).toMatchObject({ rating: null, review_count: 0 })
  expect((await store.reviews.list.query({ product_id })).count).toBe(0)

  const decided = await Promise.all(
    [first, second].map(({ id }) => admin.reviews.decide.mutate({ id, status: 'approved' })),
  )
  expect(decided.map(({ review }) => review.status)).toEqual(['approved', 'approved'])
  expect(await rated()).toMatchObject({ rating: 3.5, review_count: 2 })
  const listed = await store.reviews.list.query({ product_id, order: '-rating' })
  expect(listed.reviews.map(({ text }) => text)).toEqual(['Soft', 'Itchy'])
  expect(listed.reviews[0]).not.toHaveProperty('customer_id')

  await admin.reviews.decide.mutate({ id: second.id, status: 'rejected' })
  expect(await rated()).toMatchObject({ rating: 5, review_count: 1 })
  await admin.reviews.decide.mutate({ id: first.id, status: 'rejected' })
  expect(await rated()).toMatchObject({ rating: null, review_count: 0 })
  await expect(admin.reviews.decide.mutate({ id: first.id, status: 'rejected' })).rejects.toThrow(
    'The review is already rejected',
  )
  await expect(admin.reviews.decide.mutate({ id: 'review_none', status: 'approved' })).rejects.toThrow('was not found')
})

test('lists of products filter and sort by the rating', async () => {
  const rate = async (rating: number) => {
    const product = takeProduct()
    const facts = { product_id: product.id, rating, text: 'Fine' }
    const { review } = await (await givenBuyer(product)).create.mutate(facts)
    await shop.admin.reviews.decide.mutate({ id: review.id, status: 'approved' })
    return product.id
  }
  const [bad, good] = [await rate(1), await rate(4)]
  const ids = (page: { products: { id: string }[] }) => page.products.map(({ id }) => id)
  const found = await shop.admin.products.list.query({ rating: { gte: 1 }, review_count: 1, order: 'rating' })
  expect(ids(found)).toEqual([bad, good])
  expect(found.products[1]?.rating).toBe(4)
  const shown = await shop.store.products.list.query({ id: [bad, good], rating: { gte: 4 } })
  expect(ids(shown)).toEqual([good])
  const sorted = await shop.store.products.list.query({ id: [bad, good], order: '-rating' })
  expect(ids(sorted)).toEqual([good, bad])
})

test('only a customer with an order reviews a product, and only once', async () => {
  const product = takeProduct()
  const review = { product_id: product.id, rating: 3, text: 'Fine' }
  const stranger = (await shop.addCustomer()).store.reviews
  await expect(stranger.create.mutate(review)).rejects.toThrow('Only customers with an order')
  await expect(shop.store.reviews.create.mutate(review)).rejects.toThrow('Unauthorized')
  const buyer = await givenBuyer(product)
  await expect(buyer.create.mutate({ ...review, rating: 6 })).rejects.toThrow('rating')
  const { results, refusals } = await race(3, () => buyer.create.mutate(review))
  expect(results).toHaveLength(1)
  expect(Object.keys(refusals)).toEqual([expect.stringContaining('already reviewed')])
})

test('the audit log shows the review and the rating of the product', async () => {
  const product = takeProduct()
  const { id: product_id } = product
  const { review } = await (await givenBuyer(product)).create.mutate({ product_id, rating: 4, text: 'Good' })
  const { id } = review
  await shop.admin.reviews.decide.mutate({ id, status: 'approved' })
  for (const resource_id of [id, product_id]) {
    const { audit_log } = await shop.admin.auditLog.list.query({ resource_id, procedure: 'admin.reviews.decide' })
    expect(audit_log).toHaveLength(1)
  }
})

for (const { name, check } of promises(definition, 'reviews')) test(name, check)
