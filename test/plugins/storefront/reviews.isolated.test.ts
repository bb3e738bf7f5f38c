import { defineShop } from 'cartwright'
import { openTestShop as openPluginShop } from 'cartwright/testing'
import { afterAll, expect, test } from 'vitest'
import { expectSuccess } from '#test/support/expect-success.ts'
import { openTestShop } from '#test/support/shop.ts'
import { Visitor } from '#test/support/visitor.ts'
import { reviews } from '../../../plugins/reviews/index.ts'
import { storefront } from '../../../plugins/storefront/index.ts'
import type { OtherPlugins } from '../../../plugins/storefront/site/other-plugins.ts'
import { wishlist } from '../../../plugins/wishlist/index.ts'

const shop = await openTestShop({ plugins: [storefront({ country: 'de' }), reviews], demo: true })
afterAll(() => shop[Symbol.asyncDispose]())

const PRODUCT = '/products/stoneware-mug'
const FORM = `${PRODUCT}/review`

async function givenCustomer(email: string): Promise<Visitor> {
  const visitor = await new Visitor(shop.url).open('/account/register')
  return visitor.submit('/account/register', { first_name: 'Ada', last_name: 'B', email, password: 'a long password' })
}

async function givenBuyer(email: string): Promise<Visitor> {
  const visitor = await (await givenCustomer(email)).open(PRODUCT)
  const [, name = '', value = ''] = /name="(option\[[^"]+\])" value="(\w+)"/.exec(visitor.html) ?? []
  await visitor.submit('/cart/lines', { [name]: value })
  await visitor.open('/checkout')
  const address = { first_name: 'Ada', last_name: 'B', address_1: 'Weg 1', postal_code: '10117', city: 'Berlin' }
  await visitor.submit('/checkout', address)
  await visitor.submit('/checkout/delivery')
  await visitor.submit('/checkout/payment')
  expect(visitor.path).toMatch(/^\/orders\/order_/)
  return visitor
}

interface ListedReviews {
  reviews: { id: string; text: string }[]
}

async function decide(text: string, status: 'approved' | 'rejected'): Promise<void> {
  const { reviews: found }: ListedReviews = JSON.parse((await shop.admin.get('/admin/reviews?limit=100')).text)
  const id = found.find((one) => one.text.startsWith(text))?.id
  await expectSuccess(shop.admin.post(`/admin/reviews/${id}`, { status }))
}

const review = (text: string) => ({ rating: '4', text, author: 'Ada L.' })

test('a buyer writes a review, and all visitors see it after the decision of the shop', async () => {
  const visitor = await givenBuyer('ada@example.com')
  const guest = await new Visitor(shop.url).open(PRODUCT)
  expect(guest.text).toContain('No reviews yet.')
  await visitor.open(FORM)
  expect(visitor.html).toContain('value="Ada"')
  await visitor.submit(FORM, review('Warm <b>and</b> heavy\n\nGood'))
  expect([visitor.path, visitor.text]).toEqual([FORM, expect.stringContaining('We read your review soon')])
  expect((await guest.open(PRODUCT)).text).not.toContain('heavy')
  await decide('Warm', 'approved')
  await guest.open(PRODUCT)
  expect(guest.html).toContain('Warm &lt;b&gt;and&lt;/b&gt; heavy')
  expect(guest.html).not.toContain('ada@example.com')
  expect(guest.text).toContain('4 from 1 review')
  expect(guest.html).toContain('aria-label="4 of 5 stars"')
  const [data] = Array.from(
    guest.html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g),
    ([, json = '']) => JSON.parse(json),
  )
  expect(data).toMatchObject({
    aggregateRating: { ratingValue: 4, bestRating: 5, reviewCount: 1 },
    review: [{ author: { name: 'Ada L.' }, reviewRating: { ratingValue: 4 }, reviewBody: expect.any(String) }],
  })
  expect((await guest.open('/products')).html).toContain('class="stars stars-8"')
  await visitor.open(FORM)
  expect(visitor.text).toContain('The shop shows your review')
  await visitor.submit(FORM, { delete: /name="delete" value="(\w+)"/.exec(visitor.html)?.[1] ?? '' })
  expect(visitor.text).toContain('How many stars')
  expect((await guest.open(PRODUCT)).text).toContain('No reviews yet.')
})

test('a review that the shop rejects is explained, and the customer writes another one', async () => {
  const visitor = await (await givenBuyer('eve@example.com')).open(FORM)
  await visitor.submit(FORM, review('Cheap watches'))
  await decide('Cheap', 'rejected')
  await visitor.open(`/de${FORM}`)
  expect(visitor.text).toContain('Der Shop zeigt Ihre Bewertung nicht')
  await visitor.submit(`/de${FORM}`, {})
  expect(visitor.text).toContain('Wie viele Sterne')
})

test('guests log in first, and other customers see why they cannot write', async () => {
  const guest = await new Visitor(shop.url).open(FORM)
  expect(guest.path).toBe(`/account/login?back=${encodeURIComponent(FORM)}`)
  const stranger = await (await givenCustomer('stranger@example.com')).open(FORM)
  expect(stranger.text).toContain('Only customers who ordered this product')
  expect(stranger.html).not.toContain('<textarea')
  const body = new URLSearchParams({ ...review('Never bought'), website: '' })
  await stranger.open(FORM, { method: 'POST', body, headers: { origin: shop.url } })
  expect(stranger.status).toBe(422)
  expect((await stranger.open('/products/nothing/review')).status).toBe(404)
})

test('broken fields are named, and a filled trap writes nothing', async () => {
  const visitor = await (await givenBuyer('bob@example.com')).open(FORM)
  const send = (values: Record<string, string>) =>
    visitor.open(FORM, { method: 'POST', body: new URLSearchParams(values), headers: { origin: shop.url } })
  await send({ rating: '9', text: ' ', author: '' })
  expect(visitor.status).toBe(422)
  for (const error of ['Choose one', 'Your review is missing', 'Your name is missing'])
    expect(visitor.text).toContain(error)
  await send({ ...review('x'.repeat(5001)), author: 'x'.repeat(81) })
  expect(visitor.text).toContain('Your review is too long')
  expect(visitor.text).toContain('Your name is too long')
  await send({ ...review('A program'), website: 'https://spam.example' })
  expect(visitor.text).toContain('How many stars')
  const { count } = await expectSuccess(shop.admin.get('/admin/reviews?status=pending'))
  expect(count).toBe(0)
  const answer = await fetch(shop.url + FORM, { method: 'POST', headers: { origin: 'https://elsewhere.example' } })
  expect(answer.status).toBe(403)
})

test('reviews have pages, and the page of a guest is sent again', async () => {
  for (let i = 0; i < 6; i++) {
    const visitor = await (await givenBuyer(`reader${i}@example.com`)).open(FORM)
    await visitor.submit(FORM, review(`Text ${i}`))
    await decide(`Text ${i}`, 'approved')
  }
  const guest = await new Visitor(shop.url).open(PRODUCT)
  expect(guest.text).toContain('Text 5')
  expect(guest.text).not.toContain('Text 0')
  expect(guest.html).toContain(`href="${PRODUCT}?reviews=2#reviews"`)
  const tag = guest.headers.get('etag') ?? ''
  expect(guest.headers.get('cache-control')).toContain('s-maxage=60')
  const again = await fetch(shop.url + PRODUCT, {
    headers: { accept: 'text/html', 'cache-control': 'max-age=0', 'if-none-match': tag },
  })
  expect(again.status).toBe(304)
  expect((await guest.open(`${PRODUCT}?reviews=2`)).text).toContain('Text 0')
  expect((await guest.open(`${PRODUCT}?reviews=3`)).status).toBe(404)
})

test('the plugins have the operations that the pages use', async () => {
  const definition = defineShop({ plugins: [reviews, wishlist] })
  const opened = await openPluginShop(definition)
  const operations: Required<OtherPlugins> = opened.as('guest').store
  const { products } = await opened.as('guest').store.products.list({ limit: 1 })
  expect((await operations.reviews.list({ product_id: products[0]?.id ?? '' })).reviews).toEqual([])
  await opened.close()
})
