import { definePlugin, InvalidData, NotAllowed } from 'cartwright'
import { afterAll, expect, test } from 'vitest'
import { expectSuccess } from '#test/support/expect-success.ts'
import { openTestShop } from '#test/support/shop.ts'
import { Visitor } from '#test/support/visitor.ts'
import { storefront } from '../../../plugins/storefront/index.ts'

const shop = await openTestShop({ plugins: [storefront({ country: 'de' })], demo: true })
afterAll(() => shop[Symbol.asyncDispose]())

const address = {
  ...{ first_name: 'Ada', last_name: 'Byron', address_1: 'Unter den Linden 1' },
  ...{ postal_code: '10117', city: 'Berlin', country_code: 'de' },
}
const password = 'a long password'

async function registered(email: string): Promise<Visitor> {
  const visitor = await new Visitor(shop.url).open('/account')
  expect(visitor.path).toBe('/account/login?back=%2Faccount')
  await visitor.open('/account/register')
  return visitor.submit('/account/register', { first_name: 'Ada', last_name: 'Byron', email, password })
}

async function ordered(visitor: Visitor): Promise<string> {
  await visitor.open('/products/stoneware-mug')
  const [, name = '', value = ''] = /name="(option\[[^"]+\])" value="(\w+)"/.exec(visitor.html) ?? []
  await visitor.submit('/cart/lines', { [name]: value, quantity: '2' })
  await visitor.open('/checkout')
  await visitor.submit('/checkout', address)
  await visitor.submit('/checkout/delivery')
  await visitor.submit('/checkout/payment')
  return /order_\w+/.exec(visitor.path)?.[0] ?? ''
}

test('a visitor registers, orders with the address of the account, and sees the order', async () => {
  const visitor = await registered('ada@example.com')
  expect(visitor.path).toBe('/account')
  expect(visitor.text).toContain('Hello, Ada')
  await visitor.open('/account/addresses/new')
  await visitor.submit('/account/addresses/new', address)
  expect(visitor.text).toContain('Unter den Linden 1')
  await visitor.open('/products/stoneware-mug')
  const id = await ordered(visitor)
  const { order } = await expectSuccess(shop.admin.get(`/admin/orders/${id}`))
  expect(order).toMatchObject({ email: 'ada@example.com', customer: { has_account: true } })
  await visitor.open('/account')
  expect(visitor.text).toContain(`Order ${order.display_id}`)
  await visitor.submit('/account/logout')
  expect((await visitor.open('/account')).path).toBe('/account/login?back=%2Faccount')
})

test('the checkout begins with the address of the account', async () => {
  const visitor = await registered('grace@example.com')
  await visitor.open('/account/addresses/new')
  await visitor.submit('/account/addresses/new', { ...address, city: 'Potsdam' })
  await visitor.open('/products/stoneware-mug')
  const [, name = '', value = ''] = /name="(option\[[^"]+\])" value="(\w+)"/.exec(visitor.html) ?? []
  await visitor.submit('/cart/lines', { [name]: value })
  await visitor.open('/checkout')
  expect(visitor.html).toContain('value="Potsdam"')
  expect(visitor.html).toContain('value="grace@example.com"')
})

test('a wrong password, a short one and a taken address are explained', async () => {
  await registered('taken@example.com')
  const visitor = new Visitor(shop.url)
  await visitor.open('/account/login')
  await visitor.submit('/account/login', { email: 'taken@example.com', password: 'wrong password' })
  expect([visitor.status, visitor.text]).toEqual([422, expect.stringContaining('address or the password is wrong')])
  await visitor.open('/account/register')
  await visitor.submit('/account/register', {
    first_name: 'Ada',
    last_name: 'Byron',
    email: 'taken@example.com',
    password: 'short',
  })
  expect(visitor.text).toContain('The password needs at least 8 characters')
})

test('the refusal of a plugin is no taken address', async () => {
  const closed = definePlugin({
    name: 'closed',
    cartwright: '^0.1.0',
    rules: {
      'customer.register': ({ customer }) => {
        if (customer.email.startsWith('data')) throw new InvalidData('No accounts today')
        throw new NotAllowed('No accounts today')
      },
    },
  })
  await using own = await openTestShop({ plugins: [storefront(), closed], demo: true })
  for (const email of ['data@example.com', 'state@example.com']) {
    const visitor = await new Visitor(own.url).open('/account/register')
    await visitor.submit('/account/register', { first_name: 'Ada', last_name: 'Byron', email, password })
    expect(visitor.status).toBe(422)
    expect(visitor.text).not.toContain('already has an account')
  }
})

test('a login returns to the page that asked for it, and to no other site', async () => {
  await registered('back@example.com')
  const visitor = new Visitor(shop.url)
  await visitor.open('/account/login?back=/account/addresses/new')
  await visitor.submit('/account/login', { email: 'back@example.com', password })
  expect(visitor.path).toBe('/account/addresses/new')
  const other = new Visitor(shop.url)
  await other.open('/account/login?back=//elsewhere.example')
  await other.submit('/account/login', { email: 'back@example.com', password })
  expect(other.path).toBe('/account')
})

test('an address with dot segments leads to no other site after a login, a registration or a choice of the market', async () => {
  const known = await registered('dots@example.com')
  for (const path of ['/..//elsewhere.example/login', '/de/..//elsewhere.example', '/.//elsewhere.example']) {
    const back = encodeURIComponent(path)
    for (const page of ['/account/login', '/account/register'])
      expect((await known.open(`${page}?back=${back}`)).path, page).toBe('/account')
    const guest = await new Visitor(shop.url).open('/account/login')
    await guest.submit('/account/login', { email: 'dots@example.com', password, back: path })
    expect(guest.path).toBe('/account')
    await guest.open('/market')
    for (const language of ['en', 'de']) {
      await guest.open(guest.path.startsWith('/de') ? '/de/market' : '/market')
      await guest.submit(guest.path, { country: 'de', language, back: path })
      expect(guest.path).toBe(language === 'de' ? '/de' : '/')
    }
  }
})

test('logins are limited for an address', async () => {
  const visitor = new Visitor(shop.url)
  for (let i = 0; i < 30 && !visitor.text.includes('many times'); i++) {
    await visitor.open('/account/login')
    await visitor.submit('/account/login', { email: 'limit@example.com', password: `wrong ${i}` })
  }
  expect([visitor.status, visitor.text]).toEqual([429, expect.stringContaining('You tried this many times.')])
})

test('the answer for a forgotten password is the same without an account', async () => {
  const answers = []
  for (const email of ['ada@example.com', 'none@example.com']) {
    const visitor = new Visitor(shop.url)
    await visitor.open('/account/forgotten')
    await visitor.submit('/account/forgotten', { email })
    answers.push([visitor.status, visitor.text.replace(email, 'EMAIL')])
  }
  expect(answers[0]).toEqual(answers[1])
})

test('a wrong link for a new password is refused', async () => {
  const visitor = new Visitor(shop.url)
  await visitor.open('/reset-password?token=wrong&email=ada@example.com')
  await visitor.submit('/reset-password', { password: 'another password' })
  expect([visitor.status, visitor.text]).toEqual([422, expect.stringContaining('This link is too old')])
})

test('a customer sends back a part of a shipped order and sees the progress', async () => {
  const visitor = new Visitor(shop.url)
  await visitor.open('/')
  const buyer = await registered('returns@example.com')
  const id = await ordered(buyer)
  expect((await buyer.open(`/orders/${id}/return`)).path).toBe(`/orders/${id}`)
  const { order } = await expectSuccess(shop.admin.get(`/admin/orders/${id}`))
  const [line] = order.items
  await expectSuccess(shop.admin.post(`/admin/orders/${id}/capture`))
  const items = [{ item_id: line?.id, quantity: 2 }]
  const fulfilled = await expectSuccess(shop.admin.post(`/admin/orders/${id}/fulfillment`, { items }))
  const fulfillment_id = fulfilled.order.fulfillments?.[0]?.id
  await expectSuccess(shop.admin.post(`/admin/orders/${id}/shipment`, { fulfillment_id }))
  await buyer.open(`/orders/${id}`)
  expect(buyer.text).toContain('On its way')
  await buyer.open(`/orders/${id}/return`)
  await buyer.submit(`/orders/${id}/return`)
  expect(buyer.text).toContain('Choose at least one thing.')
  await buyer.submit(`/orders/${id}/return`, { [`quantity[${line?.id}]`]: '1' })
  expect(buyer.path).toBe(`/orders/${id}`)
  expect(buyer.text).toContain('We are waiting for it')
  expect(buyer.html).toContain(`/orders/${id}/return`)
  await buyer.open(`/orders/${id}/return`)
  expect(buyer.html).toMatch(/name="quantity\[\w+\]" value="0" min="0" max="1"/)
  await buyer.submit(`/orders/${id}/return`, { [`quantity[${line?.id}]`]: '2' })
  expect([buyer.status, buyer.text]).toEqual([422, expect.stringContaining('is on its way back already')])
  await buyer.submit(`/orders/${id}/return`, { [`quantity[${line?.id}]`]: '1' })
  expect(buyer.path).toBe(`/orders/${id}`)
  expect(buyer.html).not.toContain(`/orders/${id}/return`)
})

test('an account belongs to its session', async () => {
  const [ada, eve] = [await registered('one@example.com'), await registered('two@example.com')]
  await ada.open('/account/addresses/new')
  await ada.submit('/account/addresses/new', address)
  const action = /\/account\/addresses\/addr_\w+\/delete/.exec(ada.html)?.[0] ?? ''
  await eve.open(action, { method: 'POST', body: new URLSearchParams() })
  expect((await ada.open('/account')).text).toContain('Unter den Linden 1')
  expect(ada.headers.get('cache-control')).toBe('private, no-store')
})
