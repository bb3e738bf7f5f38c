import { afterAll, expect, test } from 'vitest'
import { addCustomer } from '#server/testing/add-customer.ts'
import { expectSuccess } from '#test/support/expect-success.ts'
import { openTestShop } from '#test/support/shop.ts'
import { Visitor } from '#test/support/visitor.ts'
import { storefront } from '../../../plugins/storefront/index.ts'

const shop = await openTestShop({ plugins: [storefront({ country: 'de' })], demo: true })
afterAll(() => shop[Symbol.asyncDispose]())

const address = {
  ...{ email: 'ada@example.com', first_name: 'Ada', last_name: 'Byron', address_1: 'Unter den Linden 1' },
  ...{ postal_code: '10117', city: 'Berlin', country_code: 'de' },
}

async function withMug(prefix = ''): Promise<Visitor> {
  const visitor = new Visitor(shop.url)
  await visitor.open(`${prefix}/products/stoneware-mug`)
  const option = /name="(option\[[^"]+\])" value="(\w+)"/.exec(visitor.html)
  return visitor.submit(`${prefix}/cart/lines`, { [option?.[1] ?? '']: option?.[2] ?? '' })
}

async function atPayment(): Promise<Visitor> {
  const visitor = await withMug()
  await visitor.open('/checkout')
  await visitor.submit('/checkout', address)
  return visitor.submit('/checkout/delivery')
}

test('a guest orders without a script, from a product to the confirmation', async () => {
  const visitor = await withMug()
  expect(visitor.path).toBe('/cart?added=Stoneware%20Mug')
  expect(visitor.text).toContain('Stoneware Mug is in your cart.')
  await visitor.open('/checkout')
  await visitor.submit('/checkout', address)
  expect(visitor.path).toBe('/checkout/delivery')
  expect(visitor.text).toContain('Standard €5.88')
  await visitor.submit('/checkout/delivery')
  expect(visitor.path).toBe('/checkout/payment')
  expect(visitor.text).toContain('Invoice')
  await visitor.submit('/checkout/payment')
  expect(visitor.path).toMatch(/^\/orders\/order_\w+\?thanks$/)
  expect(visitor.text).toContain('Thank you, Ada')
  expect([...visitor.cookies.keys()]).not.toContain('cart')
  const { orders } = (await shop.admin.get('/admin/orders?q=ada@example.com')).body
  expect(orders).toMatchObject([{ email: 'ada@example.com', status: 'pending' }])
})

test('three clicks on the order button place one order, and each leads to it', async () => {
  const visitor = await atPayment()
  const copies = [visitor, copyOf(visitor), copyOf(visitor)]
  await Promise.all(copies.map((one) => one.submit('/checkout/payment')))
  const paths = new Set(copies.map(({ path }) => path))
  expect([...paths]).toEqual([expect.stringMatching(/^\/orders\/order_\w+\?thanks$/)])
})

/** Another window of the same browser. */
function copyOf(visitor: Visitor): Visitor {
  const copy = new Visitor(shop.url)
  for (const [name, value] of visitor.cookies) copy.setCookie(name, value)
  return Object.assign(copy, { html: visitor.html, path: visitor.path })
}

test('a total that changed after the customer saw it asks the customer again', async () => {
  const visitor = await atPayment()
  const other = copyOf(visitor)
  await other.open('/cart')
  await other.submit(/\/cart\/lines\/[\w]+/.exec(other.html)?.[0] ?? '', { quantity: '3' })
  await visitor.submit('/checkout/payment')
  expect(visitor.status).toBe(422)
  expect(visitor.text).toContain('The total has changed.')
})

test('a missing or wrong part of the address is named at its field', async () => {
  const visitor = await withMug()
  await visitor.open('/checkout')
  await visitor.submit('/checkout', { ...address, email: 'ada', city: '', first_name: 'x'.repeat(300) })
  expect(visitor.status).toBe(422)
  for (const text of ['This is no e-mail address', 'City is missing', 'First name is too long'])
    expect(visitor.text).toContain(text)
  expect(visitor.html).toContain('value="Unter den Linden 1"')
})

test('texts of a customer are escaped in each step', async () => {
  const visitor = await withMug()
  await visitor.open('/checkout')
  const nasty = '"><script>alert(1)</script>'
  await visitor.submit('/checkout', { ...address, first_name: nasty, city: nasty })
  await visitor.submit('/checkout/delivery')
  await visitor.submit('/checkout/payment')
  expect(visitor.path).toMatch(/^\/orders\//)
  expect(visitor.html).not.toContain('<script>alert')
  expect(visitor.text).toContain(nasty)
})

test('a discount code and a gift card use the same field', async () => {
  const visitor = await withMug()
  const code = (value: string) => visitor.submit('/cart/codes', { code: value })
  await code('NO-SUCH-CODE')
  expect(visitor.status).toBe(422)
  expect(visitor.text).toContain('We do not know this code.')
  await code('WELCOME10')
  expect(visitor.text).toContain('Discount -€')
  await code('DEMO-GIFT-CARD-0050')
  expect(visitor.text).toContain('Gift card -€')
  await visitor.submit('/cart/codes/remove', { code: 'WELCOME10' })
  expect(visitor.text).not.toContain('Discount -€')
})

test('a removed gift card that covered the order leads back to the ways to pay', async () => {
  const visitor = await atPayment()
  await visitor.submit('/cart/codes', { code: 'DEMO-GIFT-CARD-0050' })
  expect(visitor.text).toContain('Nothing to pay.')
  await visitor.submit('/cart/codes/remove', { code: 'DEMO-GIFT-CARD-0050' })
  expect([visitor.path, visitor.text]).toEqual(['/checkout/payment', expect.stringContaining('Invoice')])
  await visitor.submit('/checkout/payment')
  expect(visitor.path).toMatch(/^\/orders\//)
})

test('a code below its minimum shows the missing amount in the cart', async () => {
  const { regions } = (await shop.get('/store/regions')).body
  const region = regions.find(({ currency_code }) => currency_code === 'eur') ?? { id: '' }
  const { code } = await shop.given.discount(region, { minimum_amount: 100_000 })
  const visitor = await withMug()
  await visitor.submit('/cart/codes', { code })
  await visitor.open('/cart')
  expect(visitor.text).toMatch(new RegExp(`${code}: €[\\d,.]+ more and the discount applies`))
  await visitor.open('/de/cart')
  expect(visitor.text).toMatch(new RegExp(`${code}: noch [\\d.,]+.€, dann gilt der Rabatt`))
})

test('the cart offers the gift of a promotion while it is in stock, and adds it', async () => {
  const { regions } = (await shop.get('/store/regions')).body
  const region = regions.find(({ currency_code }) => currency_code === 'eur') ?? { id: '' }
  const cap = await shop.given.product({ title: 'Gift cap', variants: undefined, stock: 1, prices: [900] })
  const [variant] = cap.variants
  const buy_get = { buy_quantity: 1, get_quantity: 1, max_uses: 1, variants: [variant.id] }
  const { id } = await shop.given.discount(region, { value: 100, buy_get }, { is_automatic: true })
  const visitor = await withMug()
  await visitor.open('/cart')
  expect(visitor.text).toContain('You can add this at a discount: Gift cap')
  await visitor.submit('/cart/lines', { product: cap.handle, variant: variant.id })
  await visitor.open('/cart')
  expect(visitor.text).not.toContain('You can add this at a discount')
  await expectSuccess(shop.admin.post(`/admin/products/${cap.id}/variants/${variant.id}`, { inventory_quantity: 0 }))
  const late = await withMug()
  await late.open('/cart')
  expect(late.text).not.toContain('You can add this at a discount')
  await expectSuccess(shop.admin.post(`/admin/discounts/${id}`, { is_disabled: true }))
})

test('the cart offers no gift without a price in the market', async () => {
  const { regions } = (await shop.get('/store/regions')).body
  const region = regions.find(({ currency_code }) => currency_code === 'eur') ?? { id: '' }
  const other = regions.find(({ currency_code }) => currency_code === 'usd') ?? { id: '' }
  const variant = await shop.given.regionalVariant(other, 900)
  const buy_get = { buy_quantity: 1, get_quantity: 1, variants: [variant.id] }
  const { id } = await shop.given.discount(region, { value: 100, buy_get }, { is_automatic: true })
  const visitor = await withMug()
  await visitor.open('/cart')
  expect(visitor.text).not.toContain('You can add this at a discount')
  await expectSuccess(shop.admin.post(`/admin/discounts/${id}`, { is_disabled: true }))
})

test('the cart states that the budget of a code is spent', async () => {
  const { regions } = (await shop.get('/store/regions')).body
  const region = regions.find(({ currency_code }) => currency_code === 'eur') ?? { id: '' }
  const { code } = await shop.given.discount(region, { budgets: [{ currency_code: 'eur', amount: 1 }] })
  const visitor = await withMug()
  await visitor.submit('/cart/codes', { code })
  await visitor.open('/cart')
  expect(visitor.text).toContain(`${code} is used up.`)
  await visitor.open('/de/cart')
  expect(visitor.text).toContain(`${code} ist aufgebraucht.`)
})

test('a new discount code replaces the other one, and free shipping stays', async () => {
  const { regions } = (await shop.get('/store/regions')).body
  const region = regions.find(({ currency_code }) => currency_code === 'eur') ?? { id: '' }
  const better = await shop.given.discount(region, { value: 25 })
  const free = await shop.given.discount(region, { type: 'free_shipping' })
  const visitor = await withMug()
  for (const code of ['WELCOME10', free.code, better.code.toLowerCase()]) {
    await visitor.submit('/cart/codes', { code })
    expect(visitor.status).toBe(200)
  }
  expect(visitor.text).toContain(better.code)
  expect(visitor.text).toContain(free.code)
  expect(visitor.text).not.toContain('WELCOME10')
})

test('a gift card that covers the order needs no payment', async () => {
  const visitor = await withMug()
  await visitor.submit('/cart/codes', { code: 'DEMO-GIFT-CARD-0050' })
  await visitor.open('/checkout')
  await visitor.submit('/checkout', { ...address, email: 'grace@example.com' })
  await visitor.submit('/checkout/delivery')
  expect(visitor.text).toContain('Nothing to pay.')
  await visitor.submit('/checkout/payment')
  expect(visitor.path).toMatch(/^\/orders\//)
})

test('a country of another region asks for its state and changes the currency of the cart', async () => {
  const visitor = await withMug()
  await visitor.open('/checkout')
  await visitor.submit('/checkout', { ...address, country_code: 'us', city: 'Boston', postal_code: '02108' })
  expect([visitor.status, visitor.text]).toEqual([422, expect.stringContaining('State or province is missing')])
  await visitor.submit('/checkout', { province: 'MA' })
  expect(visitor.path).toBe('/checkout/delivery')
  expect(visitor.text).toContain('Total $')
  expect(visitor.cookies.get('country')).toBe('us')
})

test('a quantity above the stock is refused, and a quantity of zero removes the line', async () => {
  const visitor = await withMug()
  const action = /\/cart\/lines\/\w+/.exec(visitor.html)?.[0] ?? ''
  await visitor.submit(action, { quantity: '99' })
  expect(visitor.status).toBe(422)
  expect(visitor.text).toContain('There is not enough of Stoneware Mug in stock.')
  await visitor.open('/cart')
  await visitor.submit(action, { quantity: '0' })
  expect(visitor.text).toContain('Your cart is empty.')
})

test('a product that sold out during the checkout is named, next to the way to the cart', async () => {
  const visitor = await atPayment()
  const { cart } = await expectSuccess(shop.get(`/store/carts/${visitor.cookies.get('cart')}`))
  const variant = cart.items[0]?.variant
  const path = `/admin/products/${variant?.product_id}/variants/${variant?.id}`
  await expectSuccess(shop.admin.post(path, { inventory_quantity: 0 }))
  await visitor.submit('/checkout/payment')
  await expectSuccess(shop.admin.post(path, { inventory_quantity: variant?.inventory_quantity }))
  expect([visitor.status, visitor.text]).toEqual([422, expect.stringContaining('not enough of Stoneware Mug in stock')])
  expect(visitor.html).toContain('<p><a href="/cart">Change</a></p>')
})

test('a step without the step before leads back', async () => {
  const visitor = new Visitor(shop.url)
  for (const path of ['/checkout', '/checkout/delivery', '/checkout/payment'])
    expect((await visitor.open(path)).path, path).toBe('/cart')
  const buyer = await withMug()
  expect((await buyer.open('/checkout/payment')).path).toBe('/checkout')
})

test('the cookie of a cart that does not exist is forgotten', async () => {
  const visitor = new Visitor(shop.url)
  visitor.setCookie('cart', 'cart_01')
  await visitor.open('/cart')
  expect(visitor.text).toContain('Your cart is empty.')
  expect(visitor.cookies.has('cart')).toBe(false)
})

test('the form of another site and a filled trap change nothing', async () => {
  const visitor = await withMug()
  await visitor.open('/cart/codes', {
    method: 'POST',
    body: new URLSearchParams({ code: 'WELCOME10', back: '/cart' }),
    headers: { origin: 'https://elsewhere.example' },
  })
  expect(visitor.status).toBe(403)
  await visitor.open('/checkout')
  await visitor.submit('/checkout', { ...address, website: 'https://spam.example' })
  await visitor.open('/checkout/delivery')
  expect(visitor.path).toBe('/checkout')
})

test('guesses of codes are limited', async () => {
  const visitor = await withMug()
  const statuses: number[] = []
  for (let i = 0; i < 30 && !visitor.text.includes('many times'); i++) {
    await visitor.submit('/cart/codes', { code: `GUESS${i}` })
    statuses.push(visitor.status)
  }
  expect(visitor.text).toContain('You tried this many times.')
})

test('a guest finds the order by its number and e-mail, and no other order', async () => {
  const visitor = await atPayment()
  await visitor.submit('/checkout/payment')
  const number = /Order number (\d+)/.exec(visitor.text)?.[1] ?? ''
  const guest = new Visitor(shop.url)
  await guest.open('/orders')
  await guest.submit('/orders', { number, email: 'grace@example.com' })
  expect(guest.status).toBe(422)
  await guest.submit('/orders', { number: `#${number}`, email: 'ADA@example.com' })
  expect(guest.text).toContain(`Order ${number}`)
  expect(guest.headers.get('cache-control')).toBe('private, no-store')
})

test('a logged-in customer orders with the prices of the account', async () => {
  const { headers } = await addCustomer(shop.orm)
  const visitor = new Visitor(shop.url)
  const [name = '', value = ''] = String(headers.cookie).split('=')
  visitor.setCookie(name, value.split(';')[0] ?? '')
  await visitor.open('/products/stoneware-mug')
  expect(visitor.status).toBe(200)
  expect(visitor.headers.get('cache-control')).toMatch(/^private/)
})

test('unreadable values of the forms of the cart are explained in the language of the page', async () => {
  const visitor = await withMug('/de')
  await visitor.submit('/de/cart/codes', { code: ' ' })
  expect([visitor.status, visitor.text]).toEqual([422, expect.stringContaining('Rabattcode oder Gutschein fehlt')])
  const line = /\/de\/cart\/lines\/\w+/.exec(visitor.html)?.[0] ?? ''
  for (const quantity of ['100', '', 'x']) {
    await visitor.submit(line, { quantity })
    expect([visitor.status, visitor.text]).toEqual([422, expect.stringContaining('Menge von 0 bis 99')])
  }
  await visitor.open('/de/cart')
  await visitor.submit('/de/cart/codes', { code: 'x'.repeat(200) })
  expect([visitor.status, visitor.text]).toEqual([400, expect.stringContaining('Das hat nicht geklappt')])
  await visitor.open('/de/checkout/payment', post({ total: 'x' }))
  expect(visitor.html).toContain('<html lang="de"')
  await visitor.open('/de/cart/lines', post({}))
  expect([visitor.status, visitor.text]).toEqual([404, expect.stringContaining('Diese Seite gibt es nicht')])
})

const post = (fields: Record<string, string>) => ({
  ...{ method: 'POST', body: new URLSearchParams(fields), headers: { origin: shop.url } },
})
