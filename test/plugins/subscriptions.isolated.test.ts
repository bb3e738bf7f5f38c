import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  Cart,
  definePlugin,
  defineShop,
  InvalidData,
  LineItem,
  Order,
  type PaymentData,
  type PaymentProvider,
} from '#server/index.ts'
import { openTestShop, promises, race, type TestCustomer, type TestShop } from '#server/testing/index.ts'
import { subscriptions } from '../../plugins/subscriptions/index.ts'
import { openCart } from '../../plugins/subscriptions/open-cart.ts'
import { renew, renewDue } from '../../plugins/subscriptions/renew.ts'
import { Subscription } from '../../plugins/subscriptions/subscription.ts'

/** What the bank of a customer does with a charge without the customer. Default: it pays. */
const banks = new Map<string, 'declines' | 'asks' | 'decides later'>()
const charges: { customer_id: string; cart_id: string; amount: number }[] = []

/** A provider that saves the card of each customer. With the customer, each payment succeeds. */
const cards: PaymentProvider = {
  id: 'cards',
  remote: { timeoutMs: 5000, outcomeOf: async () => undefined },
  initiate: async () => ({ data: {} }),
  update: async (data) => ({ data }),
  updateData: async (data, changes) => ({ ...data, ...changes }),
  authorize: async (data) => ({ status: 'authorized', data }),
  capture: async (data) => data,
  refund: async (data) => data,
  cancel: async (data) => data,
  delete: async () => {},
  savedMethods: async ({ id }) => [{ id: `card of ${id}` }],
  async chargeSavedMethod(data: PaymentData, { customer: { id }, cart_id, amount }) {
    const bank = banks.get(id)
    if (bank === 'declines') throw new InvalidData('The card was declined')
    if (bank === 'asks') return { status: 'requires_more', data }
    if (bank === 'decides later') return { status: 'pending', data }
    charges.push({ customer_id: id, cart_id, amount })
    return { status: 'authorized', data }
  },
}
/** The mails to customers. */
const mails: string[] = []
const bank = definePlugin({
  name: 'cards',
  provides: { payment: [cards] },
  on: {
    'subscriptions.payment_failed': async ({ payload: { tells, is_last } }) =>
      void mails.push(is_last ? `${tells} for the last time` : tells),
  },
})
const definition = defineShop({ plugins: [subscriptions, bank] })
type Shop = TestShop<typeof definition>
type Customer = TestCustomer<typeof definition>

const open = async (env: Record<string, string>): Promise<Shop> => {
  const opened = await openTestShop(definition, { env: { TIME_ZONE: 'Europe/Berlin', ...env } })
  const { regions } = await opened.admin.regions.list.query({})
  const { id } = regions.find(({ name }) => name === 'Europe')!
  await opened.admin.regions.update.mutate({ id: String(id), payment_providers: ['cards'] })
  return opened
}

let shop: Shop
let variant_id = ''
beforeAll(async () => {
  shop = await open({})
  variant_id = await offeredVariant(shop)
})
beforeEach(() => {
  banks.clear()
  charges.length = 0
  mails.length = 0
})
afterEach(async () => {
  for (const status of ['active', 'unpaid', 'paused'])
    for (const { id } of (await shop.admin.subscriptions.list.query({ status, limit: 100 })).subscriptions)
      await shop.admin.subscriptions.change.mutate({ id, action: 'cancel' })
})
afterAll(() => shop.close())

async function offeredVariant({ admin, store }: Shop): Promise<string> {
  const { products } = await store.products.list.query({ limit: 1, is_giftcard: false })
  const { id = '', product_id = '' } = products[0]?.variants?.[0] ?? {}
  const subscription_intervals = ['1 week', '1 month', '1 year']
  await admin.products.updateVariant.mutate({
    ...{ id: product_id, variant_id: id, subscription_intervals, manage_inventory: true, inventory_quantity: 10_000 },
  })
  return id
}

/** A subscription that begins at a local time of the shop. */
async function subscribe(at: string, interval = '1 month', { by = shop, id = variant_id } = {}) {
  await by.setTime(new Date(at))
  const customer = await by.addCustomer()
  const items = [{ variant_id: id, quantity: 2, subscription_interval: interval }]
  const { order } = await by.placeOrder({ customer, items })
  const [subscription] = (await customer.store.subscriptions.list.query({})).subscriptions
  return { customer, order, subscription: subscription! }
}

const current = (id: string): Promise<Subscription> => shop.orm.em.fork().findOneOrFail(Subscription, { id })

const ordersOf = ({ id }: { id: string }): Promise<Order[]> =>
  shop.orm.em.fork().find(Order, { customer_id: id }, { orderBy: { created_at: 'asc', display_id: 'asc' } })

/** Moves the clock to this time, as if the worker ran. */
async function workAt(at: Date | string): Promise<void> {
  await shop.setTime(new Date(at))
  await shop.runJob(renewDue, {})
}

const minutes = (date: Date): string => date.toISOString().slice(0, 16)

/** Moves the clock to each renewal, and returns the times. */
async function renewals(id: string, count: number): Promise<string[]> {
  const times: string[] = []
  for (let i = 0; i < count; i++) {
    const { due_at } = await current(id)
    times.push(minutes(due_at))
    await workAt(new Date(due_at.getTime() + 60_000))
  }
  return times
}

describe('the calendar', () => {
  test('two years of months have one order each, at month ends, in a leap year and at one local time', async () => {
    const { customer, subscription } = await subscribe('2027-01-31T09:30:00Z')
    expect(await renewals(subscription.id, 24)).toEqual([
      ...['2027-02-28T09:30', '2027-03-31T08:30', '2027-04-30T08:30', '2027-05-31T08:30', '2027-06-30T08:30'],
      ...['2027-07-31T08:30', '2027-08-31T08:30', '2027-09-30T08:30', '2027-10-31T09:30', '2027-11-30T09:30'],
      ...['2027-12-31T09:30', '2028-01-31T09:30', '2028-02-29T09:30', '2028-03-31T08:30', '2028-04-30T08:30'],
      ...['2028-05-31T08:30', '2028-06-30T08:30', '2028-07-31T08:30', '2028-08-31T08:30', '2028-09-30T08:30'],
      ...['2028-10-31T09:30', '2028-11-30T09:30', '2028-12-31T09:30', '2029-01-31T09:30'],
    ])
    const orders = await ordersOf(customer)
    expect(orders).toHaveLength(25)
    expect(charges.map(({ cart_id }) => cart_id)).toEqual(orders.slice(1).map(({ cart_id }) => cart_id))
  }, 240_000)

  test('a year from 29 February renews on 28 February, and on 29 February of the next leap year', async () => {
    const { subscription } = await subscribe('2028-02-29T12:00:00Z', '1 year')
    expect(await renewals(subscription.id, 4)).toEqual([
      ...['2029-02-28T12:00', '2030-02-28T12:00', '2031-02-28T12:00', '2032-02-29T12:00'],
    ])
  }, 120_000)

  test('a week keeps its local time when the clocks change, also at a time that the change skips', async () => {
    // Berlin skips 02:00 to 03:00 on 28 March 2027, and repeats it on 31 October.
    const { subscription } = await subscribe('2027-03-21T01:30:00Z', '1 week')
    expect(await renewals(subscription.id, 2)).toEqual(['2027-03-28T01:30', '2027-04-04T00:30'])
    const autumn = await subscribe('2027-10-24T00:30:00Z', '1 week')
    expect(await renewals(autumn.subscription.id, 2)).toEqual(['2027-10-31T01:30', '2027-11-07T01:30'])
  }, 120_000)

  test('a worker that was down for three periods places one order and keeps the days', async () => {
    const { customer, subscription } = await subscribe('2027-01-15T12:00:00Z')
    await workAt('2027-04-20T12:00:00Z')
    await workAt('2027-04-20T13:00:00Z')
    expect(await ordersOf(customer)).toHaveLength(2)
    expect(minutes((await current(subscription.id)).due_at)).toBe('2027-05-15T11:00')
  }, 120_000)
})

describe('a renewal', () => {
  test('is an ordinary order of the customer with the address, the shipping and the price of its day', async () => {
    const { customer, order, subscription } = await subscribe('2027-01-10T12:00:00Z')
    await workAt('2027-02-10T12:01:00Z')
    const renewed = (await ordersOf(customer))[1]!
    const read = async (id: string) =>
      (await shop.admin.orders.get.query({ id, expand: 'shipping_address,shipping_methods,items,payments' })).order
    const [first, second] = [await read(order.id), await read(renewed.id)]
    const { address_1, city, country_code } = first.shipping_address!
    expect(second).toMatchObject({ total: first.total, shipping_address: { address_1, city, country_code } })
    expect(second.shipping_methods?.[0]?.shipping_option_id).toBe(first.shipping_methods?.[0]?.shipping_option_id)
    expect(second.items).toMatchObject([{ variant_id, quantity: 2, subscription_id: subscription.id }])
    expect(second.payments).toMatchObject([{ provider_id: 'cards' }])
    expect(await current(subscription.id)).toMatchObject({ order_id: renewed.id, period: 2, cart_id: null })
  }, 120_000)

  test('is charged once by jobs that run at the same time', async () => {
    const { customer, subscription } = await subscribe('2027-01-10T12:00:00Z')
    await shop.setTime(new Date('2027-02-10T12:01:00Z'))
    for (const key of ['one', 'two', 'three']) await renew.enqueue(shop.orm.em.fork(), { id: subscription.id }, { key })
    await Promise.allSettled([shop.runJobs(), shop.runJobs(), shop.runJobs()])
    await workAt('2027-02-10T13:00:00Z')
    expect(await ordersOf(customer)).toHaveLength(2)
    expect(charges).toHaveLength(1)
  }, 120_000)

  test('is retried after 1, 3 and 7 days if the card is declined, with a mail each, and is unpaid then', async () => {
    const { customer, subscription } = await subscribe('2027-01-10T12:00:00Z')
    banks.set(customer.id, 'declines')
    const seen: unknown[] = []
    for (const [i, day] of ['10', '11', '14', '21', '28'].entries()) {
      await workAt(`2027-02-${day}T12:1${i}:00Z`)
      const { status, attempts, problem } = await current(subscription.id)
      seen.push([day, status, attempts, problem])
    }
    expect(seen).toEqual([
      ['10', 'active', 1, 'The card was declined'],
      ['11', 'active', 2, 'The card was declined'],
      ['14', 'active', 3, 'The card was declined'],
      ['21', 'unpaid', 4, 'The card was declined'],
      ['28', 'unpaid', 4, 'The card was declined'],
    ])
    await shop.runJobs()
    expect(mails).toEqual(['declined', 'declined', 'declined', 'declined for the last time'])
    expect(await ordersOf(customer)).toHaveLength(1)
    banks.clear()
    await shop.admin.subscriptions.change.mutate({ id: subscription.id, action: 'resume' })
    await workAt('2027-03-10T12:05:00Z')
    expect(await ordersOf(customer)).toHaveLength(2)
  }, 120_000)

  test('for which the bank asks is paid by the customer in the same cart, once', async () => {
    const { customer, subscription } = await subscribe('2027-01-31T12:00:00Z')
    banks.set(customer.id, 'asks')
    await workAt('2027-02-28T12:01:00Z')
    const { cart_id, problem } = await current(subscription.id)
    expect(problem).toBe('requires_more')
    await shop.runJobs()
    expect(mails).toEqual(['confirm'])
    const { store } = shop.as({ customer_id: customer.id })
    expect(await store.carts.complete({ id: cart_id! })).toMatchObject({ type: 'order' })
    banks.clear()
    await workAt('2027-03-01T12:01:00Z')
    expect(await ordersOf(customer)).toHaveLength(2)
    expect(charges).toEqual([])
    expect(await current(subscription.id)).toMatchObject({ attempts: 0, problem: null, status: 'active' })
    expect(minutes((await current(subscription.id)).due_at)).toBe('2027-03-31T11:00')
  }, 120_000)

  test('whose open cart a stranger changes is charged for the subscription only, in a new cart', async () => {
    const { customer, order, subscription } = await subscribe('2027-01-10T12:00:00Z')
    banks.set(customer.id, 'declines')
    await workAt('2027-02-10T12:01:00Z')
    const { cart_id: id } = await current(subscription.id)
    const { carts } = shop.as('guest').store
    await carts.update({ id: id!, shipping_address: { address_1: 'Elsewhere 1', city: 'Paris', country_code: 'fr' } })
    await carts.addLineItem({ id: id!, variant_id, quantity: 5 })
    const { store } = shop.as('guest')
    const { shipping_options } = await store.shippingOptions.listForCart({ cart_id: id! })
    await carts.addShippingMethod({ id: id!, option_id: shipping_options[0]!.id! })
    banks.clear()
    await workAt('2027-02-11T12:02:00Z')
    const [, renewed] = await ordersOf(customer)
    const read = async (order_id: string) =>
      (await shop.admin.orders.get.query({ id: order_id, expand: 'shipping_address,items' })).order
    const [first, second] = [await read(order.id), await read(renewed!.id)]
    expect(second).toMatchObject({
      total: first.total,
      shipping_address: { address_1: first.shipping_address!.address_1 },
    })
    expect(second.items).toMatchObject([{ variant_id, quantity: 2 }])
    expect(charges).toMatchObject([{ customer_id: customer.id, cart_id: renewed!.cart_id }])
    expect(renewed!.cart_id).not.toBe(id)
    await carts.createPaymentSessions({ id: id! })
    await expect(carts.complete({ id: id! })).rejects.toThrow('no longer open')
  }, 120_000)

  test('that stops after the choice of the shipping continues with the same cart and the same shipping', async () => {
    const { customer, subscription } = await subscribe('2027-01-10T12:00:00Z')
    const { id } = subscription
    const due = await current(id)
    const prepare = () => openCart({ em: shop.orm.em.fork(), as: shop.as }, due)
    const methods = async () => {
      const populate = ['shipping_methods'] as const
      const carts = await shop.orm.em.fork().find(Cart, { customer_id: customer.id, completed_at: null }, { populate })
      return carts.flatMap((cart) => cart.shipping_methods.getIdentifiers())
    }
    await customer.store.subscriptions.change.mutate({ id, action: 'pause' })
    expect(await prepare()).toBeUndefined()
    const first = await methods()
    expect(first).toHaveLength(1)
    await customer.store.subscriptions.change.mutate({ id, action: 'resume' })
    expect(await prepare()).toBeDefined()
    expect(await methods()).toEqual(first)
  }, 120_000)

  test('with a pending payment is tried again the next day, and is no failure', async () => {
    const { customer, subscription } = await subscribe('2027-01-10T12:00:00Z')
    banks.set(customer.id, 'decides later')
    await workAt('2027-02-10T12:01:00Z')
    expect(await current(subscription.id)).toMatchObject({ status: 'active', attempts: 0, problem: 'pending' })
    banks.clear()
    await workAt('2027-02-11T12:02:00Z')
    expect(await ordersOf(customer)).toHaveLength(2)
  }, 120_000)

  test('of a sold out product is retried, and the customer gets no mail about the card', async () => {
    const { subscription } = await subscribe('2027-01-10T12:00:00Z')
    const { product_id } = (await shop.admin.variants.get.query({ id: variant_id })).variant
    const setStock = (inventory_quantity: number) =>
      shop.admin.products.updateVariant.mutate({ id: product_id, variant_id, inventory_quantity })
    await setStock(1)
    await workAt('2027-02-10T12:01:00Z')
    expect(await current(subscription.id)).toMatchObject({ status: 'active', attempts: 1 })
    await shop.runJobs()
    expect(mails).toEqual([])
    await setStock(10_000)
    await workAt('2027-02-11T12:02:00Z')
    expect((await current(subscription.id)).period).toBe(2)
  }, 120_000)
})

describe('the customer', () => {
  test('skips, pauses, resumes and cancels', async () => {
    const { customer, subscription } = await subscribe('2027-01-31T12:00:00Z')
    const { id } = subscription
    const { store } = shop.as({ customer_id: customer.id })
    const change = async (action: 'pause' | 'resume' | 'skip' | 'cancel') =>
      minutes((await customer.store.subscriptions.change.mutate({ id, action })).subscription.due_at)
    expect(await change('skip')).toBe('2027-03-31T11:00')
    expect(await change('skip')).toBe('2027-04-30T11:00')
    await change('pause')
    await expect(change('pause')).rejects.toThrow('The subscription is paused')
    await expect(change('skip')).rejects.toThrow('The subscription is paused')
    await workAt('2027-08-01T12:00:00Z')
    expect(await ordersOf(customer)).toHaveLength(1)
    await shop.admin.subscriptions.change.mutate({ id, action: 'resume' })
    expect(minutes((await current(id)).due_at)).toBe('2027-08-31T11:00')
    await workAt('2027-08-31T12:00:00Z')
    expect(await ordersOf(customer)).toHaveLength(2)
    await shop.admin.subscriptions.change.mutate({ id, action: 'cancel' })
    await expect(shop.admin.subscriptions.change.mutate({ id, action: 'resume' })).rejects.toThrow('is canceled')
    await workAt('2028-08-01T12:00:00Z')
    expect(await ordersOf(customer)).toHaveLength(2)
    expect(store).toBeDefined()
  }, 120_000)

  test('cancels and gets no order of the open cart', async () => {
    const { customer, subscription } = await subscribe('2027-01-10T12:00:00Z')
    banks.set(customer.id, 'asks')
    await workAt('2027-02-10T12:01:00Z')
    const { cart_id } = await current(subscription.id)
    await shop.admin.subscriptions.change.mutate({ id: subscription.id, action: 'cancel' })
    const { store } = shop.as({ customer_id: customer.id })
    await expect(store.carts.complete({ id: cart_id! })).rejects.toThrow('no longer open')
  }, 120_000)

  test('cancels while a job renews, and gets either the order or the cancellation', async () => {
    for (let i = 0; i < 4; i++) {
      const { customer, subscription } = await subscribe('2027-01-10T12:00:00Z')
      await shop.setTime(new Date('2027-02-10T12:01:00Z'))
      await Promise.all([
        shop.runJob(renewDue, {}),
        shop.admin.subscriptions.change.mutate({ id: subscription.id, action: 'cancel' }),
      ])
      const placed = (await ordersOf(customer)).length - 1
      expect(charges.filter(({ customer_id }) => customer_id === customer.id).length).toBeGreaterThanOrEqual(placed)
      await workAt('2027-06-01T12:00:00Z')
      expect((await ordersOf(customer)).length - 1).toBe(placed)
      expect((await current(subscription.id)).status).toBe('canceled')
    }
  }, 240_000)

  test('cannot change the subscription of another customer', async () => {
    const { subscription } = await subscribe('2027-01-10T12:00:00Z')
    const thief = await shop.addCustomer()
    await expect(thief.store.subscriptions.change.mutate({ id: subscription.id, action: 'cancel' })).rejects.toThrow(
      'was not found',
    )
    expect((await thief.store.subscriptions.list.query({})).subscriptions).toEqual([])
  })

  test('gets no further renewals after the erasure', async () => {
    const { customer, order, subscription } = await subscribe('2027-01-10T12:00:00Z')
    await shop.admin.orders.capture.mutate({ id: order.id })
    const { items } = (await shop.admin.orders.get.query({ id: order.id, expand: 'items' })).order
    await shop.admin.orders.createFulfillment.mutate({
      id: order.id,
      items: items!.map((item) => ({ item_id: item.id!, quantity: item.quantity! })),
    })
    const { fulfillments } = (await shop.admin.orders.get.query({ id: order.id, expand: 'fulfillments' })).order
    await shop.admin.orders.createShipment.mutate({ id: order.id, fulfillment_id: fulfillments![0]!.id! })
    await shop.admin.orders.complete.mutate({ id: order.id })
    await shop.admin.customers.erase.mutate({ id: customer.id })
    expect(await current(subscription.id)).toMatchObject({ status: 'canceled' })
    await workAt('2027-08-01T12:00:00Z')
    expect(charges).toEqual([])
  }, 120_000)
})

describe('the first order', () => {
  test('needs an account and an offered interval, and other lines are ordinary', async () => {
    const items = [{ variant_id, subscription_interval: '1 month' }]
    await expect(shop.placeOrder({ items })).rejects.toThrow('Please log in to order a subscription')
    const customer = await shop.addCustomer()
    const unknown = [{ variant_id, subscription_interval: '3 weeks' }]
    await expect(shop.placeOrder({ customer, items: unknown })).rejects.toThrow('has no subscription of 3 weeks')
    for (const subscription_interval of ['month', '0 months', '-1 weeks', '1 month; drop table x', '99 years', 'P1M'])
      await expect(shop.placeOrder({ customer, items: [{ variant_id, subscription_interval }] })).rejects.toThrow(
        'subscription_interval must have a format such as 2 weeks',
      )
    await shop.placeOrder({ customer, items: [{ variant_id }] })
    expect((await customer.store.subscriptions.list.query({})).subscriptions).toEqual([])
  }, 120_000)

  test('a caller of the store cannot name the subscription of a line', async () => {
    const { subscription } = await subscribe('2027-01-10T12:00:00Z')
    const item = { variant_id, subscription_id: subscription.id } as { variant_id: string }
    await expect(shop.placeOrder({ items: [item] })).rejects.toThrow('subscription_id')
  })

  test('of one cart begins at most one subscription for a line', async () => {
    const customer = await shop.addCustomer()
    const cart = await shop.addCart({ customer, items: [{ variant_id, subscription_interval: '1 week' }] })
    await race(3, () => cart.complete())
    const shopCustomer: Customer = customer
    expect((await shopCustomer.store.subscriptions.list.query({})).count).toBe(1)
  })
})

test('with agreed prices, a renewal costs what the first order cost, with tax or without', async () => {
  const first = shop
  shop = await open({ SUBSCRIPTIONS_PRICE: 'agreed' })
  try {
    const id = await offeredVariant(shop)
    const { customer, order, subscription } = await subscribe('2027-01-10T12:00:00Z', '1 month', { by: shop, id })
    const { product_id } = (await shop.admin.variants.get.query({ id })).variant
    const prices = [{ currency_code: 'eur', amount: 99_900 }]
    await shop.admin.products.updateVariant.mutate({ id: product_id, variant_id: id, prices })
    await workAt('2027-02-10T12:01:00Z')
    const [, renewed] = await ordersOf(customer)
    expect((await shop.admin.orders.get.query({ id: renewed!.id })).order.total).toBe(order.total)
    const lines = await shop.orm.em.fork().find(LineItem, { order_id: renewed!.id })
    expect(lines).toHaveLength(1)
    expect(subscription.agreed_price).toBe(lines[0]!.unit_price)
    banks.set(customer.id, 'asks')
    await workAt('2027-03-10T12:01:00Z')
    const { cart_id } = await current(subscription.id)
    const { carts } = shop.as({ customer_id: customer.id }).store
    const [line] = (await carts.get({ id: cart_id! })).cart.items!
    const takeMany = async (quantity: number) => {
      await carts.updateLineItem({ id: cart_id!, line_id: line!.id!, quantity })
      const { shipping_options } = await shop.as('guest').store.shippingOptions.listForCart({ cart_id: cart_id! })
      await carts.addShippingMethod({ id: cart_id!, option_id: shipping_options[0]!.id! })
      await carts.createPaymentSessions({ id: cart_id! })
      return carts.complete({ id: cart_id! })
    }
    await expect(takeMany(50)).rejects.toThrow('is for a quantity of 2')
    expect(await takeMany(2)).toMatchObject({ type: 'order' })
  } finally {
    await shop.close()
    shop = first
  }
}, 120_000)

for (const { name, check } of promises(definition, 'subscriptions', {
  async addCart(testShop, order) {
    for (const { variant_id } of order.items ?? []) {
      const { variant } = await testShop.admin.variants.get.query({ id: variant_id! })
      const subscription_intervals = ['2 weeks']
      await testShop.admin.products.updateVariant.mutate({
        ...{ id: variant.product_id, variant_id: variant_id!, subscription_intervals },
      })
    }
    return testShop.addCart(order)
  },
}))
  test(name, check, 240_000)
