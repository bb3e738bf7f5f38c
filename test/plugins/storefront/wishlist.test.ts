import { afterAll, expect, test } from 'vitest'
import { expectSuccess } from '#test/support/expect-success.ts'
import { openTestShop } from '#test/support/shop.ts'
import { Visitor } from '#test/support/visitor.ts'
import { storefront } from '../../../plugins/storefront/index.ts'
import { wishlist } from '../../../plugins/wishlist/index.ts'

const shop = await openTestShop({ plugins: [storefront({ country: 'de' }), wishlist], demo: true })
afterAll(() => shop[Symbol.asyncDispose]())

const PRODUCT = '/products/stoneware-mug'
const PATH = '/account/wishlist'
const account = (email: string) => ({ first_name: 'Ada', last_name: 'B', email, password: 'a long password' })

const register = async (visitor: Visitor, email: string) =>
  (await visitor.open('/account/register')).submit('/account/register', account(email))

/** Presses the button of the page with this name. */
function press(visitor: Visitor, name: 'add' | 'remove'): Promise<Visitor> {
  const [, value = ''] = new RegExp(`form="wish" name="${name}" value="(\\w+)"`).exec(visitor.html) ?? []
  const [, back = ''] = /name="back" value="([^"]*)"/.exec(visitor.html.slice(visitor.html.indexOf('id="wish"'))) ?? []
  const body = new URLSearchParams({ [name]: value, back: back.replaceAll('&amp;', '&') })
  return visitor.open(PATH, { method: 'POST', body, headers: { origin: shop.url } })
}

test('a guest chooses a product, registers, and finds it in the wishlist', async () => {
  const visitor = await new Visitor(shop.url).open(PRODUCT)
  await press(visitor, 'add')
  expect(visitor.path).toBe(`/account/login?back=${encodeURIComponent(PRODUCT)}`)
  await visitor.open(/href="(\/account\/register[^"]*)"/.exec(visitor.html)?.[1] ?? '')
  await visitor.submit('/account/register', account('ada@example.com'))
  expect(visitor.path).toBe(PRODUCT)
  expect(visitor.html).toContain('Remove from wishlist')
  expect((await visitor.open('/account')).html).toContain(`href="${PATH}"`)
  await visitor.open(PATH)
  expect(visitor.text).toContain('Stoneware Mug')
  expect((await visitor.open('/products')).html).toContain('aria-label="Remove Stoneware Mug from the wishlist"')
})

test('a guest with an account logs in, and the product is kept', async () => {
  await register(new Visitor(shop.url), 'grace@example.com')
  const visitor = await press(await new Visitor(shop.url).open('/de/products'), 'add')
  const credentials = { email: 'grace@example.com', password: 'a long password' }
  await visitor.submit('/account/login', credentials)
  expect(visitor.path).toBe('/products')
  expect((await visitor.open(PATH)).html).toContain('class="line"')
})

test('a customer adds a product, chooses another variant, and moves it to the cart', async () => {
  const visitor = await register(new Visitor(shop.url), 'eve@example.com')
  await press(await visitor.open(PRODUCT), 'add')
  expect(visitor.path).toBe(PRODUCT)
  await visitor.open(PATH)
  const variants = Array.from(visitor.html.matchAll(/<option value="(\w+)"/g), ([, id = '']) => id)
  const action = /action="(\/account\/wishlist\/\w+\/cart)"/.exec(visitor.html)?.[1] ?? ''
  await visitor.submit(action, { variant: variants.at(-1) ?? '' })
  expect(visitor.path).toBe('/cart?added=Stoneware%20Mug')
  expect((await visitor.open(PATH)).text).toContain('Your wishlist is empty')
  await visitor.open(action, { method: 'POST', body: new URLSearchParams({}), headers: { origin: shop.url } })
  expect([visitor.status, visitor.text]).toEqual([422, expect.stringContaining('no longer has this product')])
})

test('a customer removes a product in the page of the product', async () => {
  const visitor = await register(new Visitor(shop.url), 'bob@example.com')
  await press(await visitor.open(PRODUCT), 'add')
  await press(await visitor.open(PRODUCT), 'remove')
  expect(visitor.html).not.toContain('Remove from wishlist')
  await visitor.open(PATH, {
    method: 'POST',
    body: new URLSearchParams({ remove: 'wish_none' }),
    headers: { origin: shop.url },
  })
  expect(visitor.path).toBe(PATH)
})

test('an unknown variant and a full wishlist are explained', async () => {
  const visitor = await register(new Visitor(shop.url), 'full@example.com')
  const add = (variant_id: string) =>
    visitor.open(PATH, {
      method: 'POST',
      body: new URLSearchParams({ add: variant_id }),
      headers: { origin: shop.url },
    })
  await add('variant_none')
  expect(visitor.text).toContain('no longer has this product')
  const { variants } = await expectSuccess(shop.admin.get('/admin/variants?limit=101&fields=id'))
  for (const { id } of variants) await add(id)
  if (variants.length > 100) expect(visitor.text).toContain('Your wishlist is full')
})

test('the page of a guest names no wish, and a form of another site is refused', async () => {
  const guest = await new Visitor(shop.url).open('/products')
  expect(guest.headers.get('cache-control')).toContain('s-maxage=60')
  expect(guest.html).not.toContain('name="remove"')
  const answer = await fetch(shop.url + PATH, { method: 'POST', headers: { origin: 'https://elsewhere.example' } })
  expect(answer.status).toBe(403)
})

test('a shop without the plugins shows neither reviews nor wishlists', async () => {
  await using plain = await openTestShop({ plugins: [storefront({ country: 'de' })], demo: true })
  const guest = await new Visitor(plain.url).open(PRODUCT)
  expect(guest.status).toBe(200)
  for (const word of ['id="reviews"', 'class="wish', PATH]) expect(guest.html).not.toContain(word)
  await register(guest, 'ada@example.com')
  expect((await guest.open(PATH)).status).toBe(404)
  expect((await guest.open(`${PRODUCT}/review`)).status).toBe(404)
})
