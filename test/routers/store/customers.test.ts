import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EventOf } from '#entities/platform/event/events.ts'
import { subscribeTo } from '#server/plugin/subscriber.ts'
import { CookieClient } from '#test/support/cookie-client.ts'
import { expectError } from '#test/support/expect-error.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
const notices: EventOf<'customer.password_reset'>['payload'][] = []
const mail = subscribeTo(['customer.password_reset'], async (_, { payload }) => {
  notices.push(payload)
})
let serial = 0
beforeAll(async () => {
  shop = await openTestShop({ subscribers: { mail } })
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(() => {
  notices.length = 0
})

const newEmail = () => `ada${++serial}@example.com`

async function registerCustomer(over: object = {}) {
  const visitor = new CookieClient(shop.url)
  const email = newEmail()
  const { customer } = (await visitor.post('/store/customers', { email, password: 'correct horse', ...over })).body
  return { visitor, email, id: customer.id as string }
}

const logIn = async (email: string, password: string) => (await shop.post('/store/auth', { email, password })).status

const completeAddress = {
  first_name: 'Ada',
  last_name: 'Byron',
  address_1: 'Main 1',
  city: 'Town',
  country_code: 'gb',
  postal_code: 'N1',
}

describe('customer accounts', () => {
  test('a new account is logged in', async () => {
    const visitor = new CookieClient(shop.url)
    const email = newEmail()
    const body = { email: email.toUpperCase(), password: 'correct horse', first_name: 'Ada', phone: '123' }
    const { text, body: answer } = await visitor.post('/store/customers', body)
    expect(answer.customer).toMatchObject({
      email,
      first_name: 'Ada',
      last_name: null,
      phone: '123',
      has_account: true,
    })
    expect(answer.customer).toMatchObject({ billing_address: null, shipping_addresses: [], metadata: null })
    expect(text).not.toContain('password')
    expect((await visitor.get('/store/customers/me')).body).toEqual(answer)
  })

  test('a new account needs an email and a password', async () => {
    const open = (body: object) => shop.post('/store/customers', body)
    const message = 'email must be an email, password must be a string'
    await expectError(open({ email: 'nobody' }), 400, 'invalid_data', message)
    await expectError(open({ email: newEmail(), password: '' }), 400, 'invalid_data', 'password should not be empty')
    await expectError(
      open({ email: newEmail(), password: 'x', has_account: true }),
      400,
      'invalid_data',
      'property has_account should not exist',
    )
  })

  test('simultaneous registrations create one account for an email', async () => {
    const { email } = await registerCustomer()
    const message = 'A customer with the given email already has an account. Log in instead'
    const again = shop.post('/store/customers', { email: email.toUpperCase(), password: 'x' })
    await expectError(again, 422, 'duplicate_error', message, 'invalid_request_error')
    const body = { email: newEmail(), password: 'x' }
    const both = await Promise.all([shop.post('/store/customers', body), shop.post('/store/customers', body)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  test('a new account does not take over a guest with the same email', async () => {
    const order = await shop.given.order()
    const { visitor, id } = await registerCustomer({ email: order.email })
    expect(id).not.toBe(order.customer_id)
    expect((await visitor.get('/store/customers/me/orders')).body.count).toBe(0)
  })

  test('an update changes the given fields and merges metadata', async () => {
    const { visitor } = await registerCustomer({ first_name: 'Ada', last_name: 'Byron' })
    const change = async (body: object) => (await visitor.post('/store/customers/me', body)).body.customer
    expect(await change({ first_name: 'Grace', phone: '9' })).toMatchObject({ first_name: 'Grace', last_name: 'Byron' })
    await change({ metadata: { a: 1, b: 2 } })
    expect((await change({ metadata: { b: '', c: 3 } })).metadata).toEqual({ a: 1, c: 3 })
    const email = newEmail()
    expect((await change({ email: email.toUpperCase() })).email).toBe(email)
    expect(await logIn(email, 'correct horse')).toBe(200)
    const refused = visitor.post('/store/customers/me', { has_account: false })
    await expectError(refused, 400, 'invalid_data', 'property has_account should not exist')
  })

  test('an account cannot take the email of another account', async () => {
    const [{ email }, { visitor }] = [await registerCustomer(), await registerCustomer()]
    const message = `Customer with email, has_account ${email}, t already exists.`
    await expectError(
      visitor.post('/store/customers/me', { email }),
      422,
      'duplicate_error',
      message,
      'invalid_request_error',
    )
  })

  test('a new password ends all other customer sessions but no admin session', async () => {
    const { visitor, email } = await registerCustomer()
    const [elsewhere, shared] = [new CookieClient(shop.url), new CookieClient(shop.url)]
    await elsewhere.post('/store/auth', { email, password: 'correct horse' })
    await shared.post('/store/auth', { email, password: 'correct horse' })
    await shared.post('/admin/auth', { email: 'admin@example.com', password: 'correct horse' })
    await visitor.post('/store/customers/me', { password: 'battery staple' })
    const statuses = [visitor, elsewhere, shared].map(async (who) => (await who.get('/store/auth')).status)
    expect(await Promise.all(statuses)).toEqual([200, 401, 401])
    expect((await shared.get('/admin/auth')).status).toBe(200)
    expect([await logIn(email, 'correct horse'), await logIn(email, 'battery staple')]).toEqual([401, 200])
  })

  test('the customer endpoints need a customer', async () => {
    const { visitor } = await registerCustomer()
    for (const path of ['', '/me', '/me/orders', '/me/payment-methods', '/me/nowhere', '/nowhere']) {
      await expectError(shop.get(`/store/customers${path}`), 401, 'unauthorized', 'Unauthorized')
    }
    expect((await visitor.get('/store/customers/nowhere')).status).toBe(404)
    expect((await visitor.get('/store/customers/me/payment-methods')).body).toEqual({ payment_methods: [] })
  })
})

describe('the addresses of a customer', () => {
  const postAddress = (visitor: CookieClient, address?: object) =>
    visitor.post('/store/customers/me/addresses', { address })
  const saveAddress = async (visitor: CookieClient, address: object) =>
    (await postAddress(visitor, address)).body.customer.shipping_addresses

  test('equal addresses are saved once', async () => {
    const { visitor, id } = await registerCustomer()
    const [first] = await saveAddress(visitor, { ...completeAddress, country_code: 'GB', metadata: { door: 'blue' } })
    expect(first).toMatchObject({ ...completeAddress, customer_id: id, company: null, metadata: { door: 'blue' } })
    expect(await saveAddress(visitor, { ...completeAddress, address_2: null, company: 'Engines' })).toHaveLength(1)
    expect(await saveAddress(visitor, { ...completeAddress, address_2: 'Left' })).toHaveLength(2)
    await Promise.all(Array.from({ length: 5 }, () => postAddress(visitor, { ...completeAddress, city: 'Village' })))
    expect(await saveAddress(visitor, completeAddress)).toHaveLength(3)
  })

  test('an incomplete address is rejected', async () => {
    const { visitor } = await registerCustomer()
    const needed = ['first_name', 'last_name', 'address_1', 'city', 'country_code', 'postal_code']
    const message = needed.map((name) => `${name} must be a string`).join(', ')
    await expectError(postAddress(visitor, {}), 400, 'invalid_data', message)
    await expectError(postAddress(visitor), 400, 'invalid_data', message)
    await expectError(
      postAddress(visitor, { ...completeAddress, planet: 'Mars' }),
      400,
      'invalid_data',
      'property planet should not exist',
    )
    const unknown = 'Country with country_code zz does not exist.'
    await expectError(postAddress(visitor, { ...completeAddress, country_code: 'ZZ' }), 404, 'not_found', unknown)
  })

  test('addresses of other customers can be neither updated nor deleted', async () => {
    const [owner, otherCustomer] = [await registerCustomer(), await registerCustomer()]
    const [{ id }] = await saveAddress(owner.visitor, completeAddress)
    const path = `/store/customers/me/addresses/${id}`
    const message = 'Could not find address for customer'
    await expectError(otherCustomer.visitor.post(path, { city: 'Mine' }), 400, 'invalid_data', message)
    expect((await otherCustomer.visitor.delete(path)).status).toBe(200)
    const { customer } = (await owner.visitor.post(path, { city: 'Village', country_code: 'FR' })).body
    expect(customer.shipping_addresses).toMatchObject([{ id, ...completeAddress, city: 'Village', country_code: 'fr' }])
    for (let times = 0; times < 2; times++)
      expect((await owner.visitor.delete(path)).body.customer.shipping_addresses).toEqual([])
    await expectError(owner.visitor.post(path, { city: 'Mine' }), 400, 'invalid_data', message)
  })

  test('a billing address can reference a saved address and does not change it', async () => {
    const { visitor } = await registerCustomer()
    const [{ id }] = await saveAddress(visitor, completeAddress)
    const setBillingAddress = async (billing_address: unknown) =>
      (await visitor.post('/store/customers/me', { billing_address })).body.customer
    expect(await setBillingAddress(id)).toMatchObject({ billing_address_id: id, billing_address: { id, city: 'Town' } })
    const moved = await setBillingAddress({ city: 'Village', country_code: 'FR' })
    expect(moved.billing_address).toMatchObject({
      ...completeAddress,
      city: 'Village',
      country_code: 'fr',
      customer_id: null,
    })
    expect(moved.shipping_addresses).toMatchObject([{ id, city: 'Town' }])
    const again = await setBillingAddress({ city: 'Hamlet' })
    expect(again.billing_address).toMatchObject({ id: moved.billing_address_id, city: 'Hamlet', country_code: 'fr' })
    await setBillingAddress(id)
    await visitor.delete(`/store/customers/me/addresses/${id}`)
    expect((await visitor.get('/store/customers/me')).body.customer.billing_address_id).toBeNull()
    await setBillingAddress(completeAddress)
    expect(await setBillingAddress(null)).toMatchObject({ billing_address_id: null, billing_address: null })
  })

  test('an address of another customer cannot be the billing address', async () => {
    const [owner, otherCustomer] = [await registerCustomer(), await registerCustomer()]
    const [{ id }] = await saveAddress(owner.visitor, completeAddress)
    const message = `Address with id ${id} was not found`
    await expectError(
      otherCustomer.visitor.post('/store/customers/me', { billing_address: id }),
      404,
      'not_found',
      message,
    )
  })
})

describe('resetting a forgotten password', () => {
  const ask = (email: string) => shop.post('/store/customers/password-token', { email })
  const reset = (body: object) => shop.post('/store/customers/password-reset', body)
  const message = 'Invalid or expired password reset token'

  async function tokenFor(email: string): Promise<string> {
    await ask(email)
    await shop.runJobs()
    return notices.at(-1)!.token
  }

  test('a reset token is sent to accounts only, and the response reveals no accounts', async () => {
    const { email, id } = await registerCustomer()
    const { email: guest } = await shop.given.order()
    for (const requestedEmail of [email.toUpperCase(), guest, 'nobody@example.com'])
      expect(await ask(requestedEmail)).toMatchObject({ status: 204, text: '' })
    await shop.runJobs()
    expect(notices).toEqual([{ id, email, first_name: null, last_name: null, token: expect.any(String) }])
  })

  test('a reset token sets the password once and ends all sessions', async () => {
    const { visitor, email, id } = await registerCustomer()
    const token = await tokenFor(email)
    const { status, body } = await reset({ email: email.toUpperCase(), token, password: 'battery staple' })
    expect({ status, id: body.customer.id }).toEqual({ status: 200, id })
    expect((await visitor.get('/store/auth')).status).toBe(401)
    expect([await logIn(email, 'correct horse'), await logIn(email, 'battery staple')]).toEqual([401, 200])
    await expectError(reset({ email, token, password: 'again' }), 401, 'unauthorized', message)
  })

  test('simultaneous resets with one token succeed once', async () => {
    const { email } = await registerCustomer()
    const token = await tokenFor(email)
    const both = await Promise.all(['one', 'two'].map((password) => reset({ email, token, password })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('an invalid or foreign reset token changes nothing', async () => {
    const [{ email }, other] = [await registerCustomer(), await registerCustomer()]
    const foreign = await tokenFor(other.email)
    const { access_token } = (await shop.post('/store/auth/token', { email, password: 'correct horse' })).body
    for (const token of [foreign, access_token, 'nonsense', ''])
      await expectError(reset({ email, token, password: 'mine' }), 401, 'unauthorized', message)
    await expectError(
      reset({ email: 'nobody@example.com', token: foreign, password: 'x' }),
      401,
      'unauthorized',
      message,
    )
    const empty = reset({ email, token: foreign, password: '' })
    await expectError(empty, 400, 'invalid_data', 'password should not be empty')
    expect(await logIn(email, 'correct horse')).toBe(200)
  })

  test('a reset token is no access token', async () => {
    const { email } = await registerCustomer()
    const token = await tokenFor(email)
    expect((await shop.as({ authorization: `Bearer ${token}` }).get('/store/auth')).status).toBe(401)
  })
})
