import type { EntityManager } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Order as OrderEntity } from '#entities/orders/order/order.ts'
import type { EventOf } from '#entities/platform/event/events.ts'
import { subscribeTo } from '#server/plugin/subscriber.ts'
import { defaultRateLimits } from '#server/settings/rate-limits.ts'
import { CookieClient } from '#test/support/cookie-client.ts'
import { expectError } from '#test/support/expect-error.ts'
import type { Order } from '#test/support/resources.ts'
import { sendWhileLocked } from '#test/support/send-while-locked.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { openCountedShop } from '../../../bench/statements.ts'

let shop: TestShop
const notices: EventOf<'order-update-token.created'>['payload'][] = []
const mail = subscribeTo(['order-update-token.created'], async (_, { payload }) => {
  notices.push(payload)
})
let serial = 0
beforeAll(async () => {
  shop = await openTestShop({ subscribers: { mail } })
})
afterAll(() => shop[Symbol.asyncDispose]())

async function registerCustomer() {
  const visitor = new CookieClient(shop.url)
  const email = `grace.${'abcdefghij'[serial++]}@example.com`
  const { customer } = (await visitor.post('/store/customers', { email, password: 'x', first_name: 'Grace' })).body
  return { visitor, email, id: customer.id as string }
}

describe('the orders of a customer', () => {
  let visitor: CookieClient
  let email: string
  let placedOrders: Order[]
  beforeAll(async () => {
    ;({ visitor, email } = await registerCustomer())
    const region = await shop.given.region()
    const lines = [[await shop.given.variant(), 1]] as const
    placedOrders = []
    for (let i = 0; i < 3; i++) placedOrders.push(await shop.given.order({ region, lines, by: visitor, email }))
  })

  const ask = async (query = '') => (await visitor.get(`/store/customers/me/orders?${query}`)).body
  const count = async (query: string) => (await ask(query)).count

  test('orders are listed newest first with their totals', async () => {
    const answer = await ask()
    expect(answer).toMatchObject({ count: 3, offset: 0, limit: 10 })
    expect(answer.orders.map((order) => order.id)).toEqual(placedOrders.map((order) => order.id).reverse())
    expect(answer.orders[0]).toMatchObject({ subtotal: 1000, tax_total: 200, total: 1200, items: [{ total: 1200 }] })
    expect(answer.orders[0]).toMatchObject({ claims: [], swaps: [], refunds: [], gift_cards: [], customer: { email } })
    const page = await ask('limit=1&offset=1')
    expect(page.orders.map((order) => order.id)).toEqual([placedOrders[1]?.id])
  })

  test('orders can be listed with selected fields and relations', async () => {
    const [order] = (await ask('fields=email&expand=billing_address')).orders
    expect(order).toMatchObject({ id: placedOrders[2]?.id, email, total: 1200, billing_address: { first_name: 'Ada' } })
    expect(order).not.toHaveProperty('items')
    const [withDefaults] = (await ask('expand=billing_address')).orders
    expect(withDefaults).toMatchObject({ billing_address: {}, items: [{ total: 1200 }], payments: [{}], region: {} })
    expect(withDefaults).not.toHaveProperty('customer')
    const [withColumns] = (await ask('fields=metadata,sales_channel_id,canceled_at')).orders
    expect(withColumns).toMatchObject({ metadata: {}, sales_channel_id: expect.any(String), canceled_at: null })
    expect((await ask()).orders[0]).not.toHaveProperty('metadata')
    const message = 'Requested fields [customer.orders] are not valid'
    await expectError(visitor.get('/store/customers/me/orders?expand=customer.orders'), 400, 'invalid_data', message)
    await expectError(
      visitor.get('/store/customers/me/orders?q=none&expand=customer.orders'),
      400,
      'invalid_data',
      message,
    )
  })

  test('orders can be filtered by each property', async () => {
    const { id, display_id, cart_id, region_id, created_at, updated_at } = placedOrders[0]!
    // biome-ignore format: a table
    const expected: Record<string, number> = {
      'status[]=pending': 3, 'status=pending': 3, 'payment_status=captured': 0, 'status[]=canceled': 0, 'status[]=pending,canceled': 3, 'payment_status[]=awaiting': 3,
      'fulfillment_status[]=shipped': 0, [`id=${id}`]: 1, [`display_id=${display_id}`]: 1, [`cart_id=${cart_id}`]: 1,
      [`email=${email}`]: 3, 'email=x@example.com': 0, [`region_id=${region_id}`]: 3, 'currency_code=eur': 3,
      'currency_code=usd': 0, 'tax_rate=20': 0, [`created_at[lte]=${created_at}`]: 1, [`updated_at[gt]=${updated_at}`]: 2,
      'canceled_at[gt]=2000-01-01': 0, [`q=${display_id}`]: 1, 'q=grac': 3, 'q=GRACE': 3, 'q=ada': 3, 'q=nobody': 0,
    }
    const counted = await Promise.all(Object.keys(expected).map(async (query) => [query, await count(query)]))
    expect(Object.fromEntries(counted)).toEqual(expected)
  })

  test('an invalid filter is rejected', async () => {
    const path = '/store/customers/me/orders'
    const message =
      'each value in status must be one of the following values: pending, completed, archived, canceled, requires_action'
    await expectError(visitor.get(`${path}?status[]=lost`), 400, 'invalid_data', message)
    await expectError(visitor.get(`${path}?colour=red`), 400, 'invalid_data', 'property colour should not exist')
    expect((await visitor.get(`${path}?display_id=99999999999`)).body.count).toBe(0)
  })

  test('a list of orders takes a fixed number of statements', async () => {
    await using counted = await openCountedShop(shop.databaseUrl)
    await counted.send('POST', '/store/auth', { email, password: 'x' })
    const statements = async (limit: number) =>
      (await counted.send('GET', `/store/customers/me/orders?limit=${limit}`)).statements
    await statements(1)
    expect([await statements(1), await statements(3)]).toEqual([4, 4])
  })

  test('a customer cannot see the orders of others', async () => {
    const otherCustomer = await registerCustomer()
    expect(
      (await otherCustomer.visitor.get(`/store/customers/me/orders?id=${placedOrders[0]?.id}`)).body.orders,
    ).toEqual([])
  })
})

describe('claiming orders of another email', () => {
  const claim = (visitor: CookieClient, order_ids: string[]) =>
    visitor.post('/store/orders/batch/customer/token', { order_ids })
  const confirm = (visitor: CookieClient, token: string) => visitor.post('/store/orders/customer/confirm', { token })
  const ordersOf = async (visitor: CookieClient) => (await visitor.get('/store/customers/me/orders')).body.orders

  test('a token sent to the email of the orders assigns them to the account', async () => {
    const { visitor, email, id } = await registerCustomer()
    const otherCustomer = await registerCustomer()
    const orders = [await shop.given.order(), await shop.given.order({ email: 'office@example.com' })]
    notices.length = 0
    const ids = orders.map((order) => order.id)
    expect(await claim(visitor, [...ids, 'order_none'])).toMatchObject({ status: 200, text: 'OK' })
    await shop.runJobs()
    expect(notices.map((notice) => notice.old_email).sort()).toEqual(orders.map((order) => order.email).sort())
    expect(await ordersOf(visitor)).toEqual([])

    const { token } = notices.find((notice) => notice.old_email === 'office@example.com')!
    await expectError(confirm(otherCustomer.visitor, token), 401, 'unauthorized', 'Invalid or expired token')
    for (let times = 0; times < 2; times++)
      expect(await confirm(visitor, token)).toMatchObject({ status: 200, text: 'OK' })
    expect(await ordersOf(visitor)).toMatchObject([{ id: orders[1]?.id, email, customer_id: id }])
  })

  test('a claim token is invalid after another customer claimed the orders', async () => {
    const [first, second] = [await registerCustomer(), await registerCustomer()]
    const { id } = await shop.given.order({ email: 'shared@example.com' })
    notices.length = 0
    await claim(first.visitor, [id])
    await claim(second.visitor, [id])
    await shop.runJobs()
    await confirm(first.visitor, notices[0]!.token)
    await confirm(second.visitor, notices[1]!.token)
    expect(await ordersOf(first.visitor)).toMatchObject([{ id }])
    expect(await ordersOf(second.visitor)).toEqual([])
  })

  test('a claim token is invalid if the orders change their email at the same time', async () => {
    const { visitor } = await registerCustomer()
    const { id } = await shop.given.order({ email: 'handed@example.com' })
    notices.length = 0
    await claim(visitor, [id])
    await shop.runJobs()
    const take = (em: EntityManager) => em.nativeUpdate(OrderEntity, { id }, { email: 'taken@example.com' })
    await sendWhileLocked(shop, take, () => confirm(visitor, notices[0]!.token))
    expect(await ordersOf(visitor)).toEqual([])
  })

  test('only a customer can claim orders', async () => {
    const otherCustomer = new CookieClient(shop.url)
    await expectError(claim(otherCustomer, ['order_x']), 401, 'unauthorized', 'Unauthorized')
    await expectError(confirm(otherCustomer, 'x'), 401, 'unauthorized', 'Unauthorized')
    const { visitor } = await registerCustomer()
    await expectError(confirm(visitor, 'nonsense'), 401, 'unauthorized', 'Invalid or expired token')
    await expectError(claim(visitor, []), 400, 'invalid_data', 'order_ids should not be empty')
  })
})

describe('looking an order up', () => {
  const lookUp = (query: string) => shop.get(`/store/orders?${query}`)
  const missing = (query: string) => expectError(lookUp(query), 404, 'not_found', 'Not Found')

  test('an order is found by its number, its email and optionally its postal code', async () => {
    const { id, display_id, email } = await shop.given.order()
    const clues = `display_id=${display_id}&email=${email.toUpperCase()}`
    expect((await lookUp(clues)).body.order).toMatchObject({ id, total: 1200, items: [{}], customer: { email } })
    expect((await lookUp(`${clues}&shipping_address[postal_code]=10%2000`)).body.order.id).toBe(id)
    await missing(`${clues}&shipping_address[postal_code]=9999`)
    await missing(`display_id=${display_id}&email=other@example.com`)
    for (const number of ['0', '1.5', '99999999999']) await missing(`display_id=${number}&email=${email}`)
    const message = 'display_id must be a number conforming to the specified constraints, email must be an email'
    await expectError(lookUp(''), 400, 'invalid_data', message)
  })

  test('order lookups are rate-limited', async () => {
    await using strict = await openTestShop({ config: { limits: { ...defaultRateLimits, orderLookUps: 2 } } })
    const ask = () => strict.get('/store/orders?display_id=1&email=ada@example.com')
    expect([(await ask()).status, (await ask()).status]).toEqual([404, 404])
    await expectError(ask(), 429, 'too_many_requests', 'Too many requests. Please try again later')
    expect(Number((await ask()).headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
