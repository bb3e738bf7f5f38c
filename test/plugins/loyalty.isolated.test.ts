import { afterAll, beforeAll, expect, test } from 'vitest'
import { createShopClient } from '#client/index.ts'
import { inTransaction } from '#database/transaction.ts'
import { Order } from '#entities/orders/order/order.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { defineShop } from '#server/process/define-shop.ts'
import { promises, race } from '#server/testing/index.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { firstLineQuantity, orderActions } from '#test/support/order-actions.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { loyalty } from '../../plugins/loyalty/index.ts'
import { PointsEntry } from '../../plugins/loyalty/points-entry.ts'

const definition = defineShop({ plugins: [loyalty] })

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ plugins: definition.plugins, env: { LOYALTY_AMOUNT_PER_POINT: '50' } })
})
afterAll(() => shop[Symbol.asyncDispose]())

const clientWith = (headers: Record<string, string>) => createShopClient<typeof definition>({ url: shop.url, headers })
const admin = () => clientWith({ authorization: `Bearer ${shop.token}` }).admin

/** A customer with an order of 1200: 1000 with 20 % tax. */
async function givenOrder() {
  const region = await shop.given.region()
  const option = await shop.given.freeShippingOption(region)
  const customer = await shop.given.customer()
  const order = await shop.given.order({ region, option, by: customer, email: customer.email })
  return { order, customer_id: customer.id, points: clientWith(customer.headers).store.loyalty }
}

const announceAgain = (name: 'order.placed' | 'order.canceled', id: string) =>
  inTransaction(shop.orm.em.fork(), (em) => announce(em, name, { id }))

const announceRefund = (order_id: string) =>
  inTransaction(shop.orm.em.fork(), (em) =>
    announce(em, 'payment.payment_refund_created', { id: 'ref_1', payment_id: 'pay_1', order_id }),
  )

const entriesOf = async (customer_id: string) => {
  const entries = await shop.orm.em
    .fork()
    .find(PointsEntry, { customer_id }, { orderBy: { created_at: 'asc', id: 'asc' } })
  return entries.map(({ kind, points }) => [kind, points])
}

test('an order gives points once, also if the event arrives twice', async () => {
  const { order, customer_id, points } = await givenOrder()
  await announceAgain('order.placed', order.id)
  await shop.runJobs()
  expect(await points.balance.query()).toEqual({ balance: 24 })
  expect(await admin().loyalty.balance.query({ customer_id })).toEqual({ balance: 24 })
  expect(await entriesOf(customer_id)).toEqual([['earned', 24]])
})

test('a canceled order reverses its points once', async () => {
  const { order, customer_id, points } = await givenOrder()
  await shop.runJobs()
  await shop.admin.post(`/admin/orders/${order.id}/cancel`)
  await announceAgain('order.canceled', order.id)
  await shop.runJobs()
  await announceAgain('order.placed', order.id)
  await shop.runJobs()
  expect(await points.balance.query()).toEqual({ balance: 0 })
  expect(await entriesOf(customer_id)).toEqual([
    ['earned', 24],
    ['reversed', -24],
  ])
})

test('an order gives no points if it was canceled before the events arrive', async () => {
  const { order, customer_id } = await givenOrder()
  await shop.admin.post(`/admin/orders/${order.id}/cancel`)
  await shop.runJobs()
  expect(await entriesOf(customer_id)).toEqual([])
})

test('an administrator adjusts points, and the audit log shows the entry', async () => {
  const { id: customer_id } = await shop.given.customer()
  const { adjust } = admin().loyalty
  expect(await adjust.mutate({ customer_id, points: 10, reason: 'Late delivery' })).toEqual({ balance: 10 })
  await expect(adjust.mutate({ customer_id, points: -11, reason: 'Error' })).rejects.toThrow('only 10 points')
  await expect(adjust.mutate({ customer_id: 'cus_none', points: 1, reason: 'Gift' })).rejects.toThrow('was not found')
  const { id: resource_id } = await shop.orm.em.fork().findOneOrFail(PointsEntry, { customer_id })
  const { audit_log } = await admin().auditLog.list.query({ resource_id, expand: '' })
  expect(audit_log).toMatchObject([
    { procedure: 'admin.loyalty.adjust', changes: [{ table: 'points_entry', after: { points: 10 } }] },
  ])
})

test('the order of a guest gives no points', async () => {
  const region = await shop.given.region()
  const { customer_id } = await shop.given.order({ region, option: await shop.given.freeShippingOption(region) })
  await shop.runJobs()
  expect(await entriesOf(customer_id)).toEqual([])
})

test('a guest has no points', async () => {
  await expect(clientWith({}).store.loyalty.balance.query()).rejects.toThrow('Unauthorized')
})

/** A customer with 500 points and the client of the store. */
async function givenPoints() {
  const region = await shop.given.region()
  const option = await shop.given.freeShippingOption(region)
  const customer = await shop.given.customer()
  await admin().loyalty.adjust.mutate({ customer_id: customer.id, points: 500, reason: 'Welcome' })
  const { store } = clientWith(customer.headers)
  return {
    store,
    balance: async () => (await store.loyalty.balance.query()).balance,
    /** Creates a cart of 1000 with 20 % tax that redeems points. */
    async redeem(loyalty_points: number) {
      const { id } = await shop.given.payableCart({ region, option, by: customer, email: customer.email })
      return (await store.carts.update.mutate({ id, loyalty_points })).cart
    },
  }
}

test('a customer pays with points, and a canceled order gives them back', async () => {
  const { store, balance, redeem } = await givenPoints()
  const cart = await redeem(300)
  expect(cart).toMatchObject({ discount_total: 300, total: 840, payment_session: { amount: 840 } })
  expect(await balance()).toBe(500)
  const { data: order } = await store.carts.complete.mutate({ id: cart.id })
  expect(order).toMatchObject({ discount_total: 300, total: 840 })
  expect(await balance()).toBe(200)
  await shop.runJobs()
  expect(await balance()).toBe(200 + 16)
  await admin().orders.cancel.mutate({ id: order.id })
  await shop.runJobs()
  expect(await balance()).toBe(500)
})

test('an order spends at most its price', async () => {
  const { store, balance, redeem } = await givenPoints()
  await expect(redeem(501).then(({ id }) => store.carts.complete.mutate({ id }))).rejects.toThrow('only 500 points')
  const cart = await redeem(-100)
  expect(cart.total).toBe(1200)
  const variant = await shop.given.variant({ prices: [200] })
  await store.carts.updateLineItem.mutate({ id: cart.id, line_id: cart.items[0]?.id ?? '', quantity: 0 })
  await store.carts.addLineItem.mutate({ id: cart.id, variant_id: variant.id, quantity: 1 })
  const { cart: free } = await store.carts.update.mutate({ id: cart.id, loyalty_points: 500 })
  expect(free.total).toBe(0)
  await shop.given.chooseShipping({ id: cart.id, region_id: free.region_id })
  await store.carts.complete.mutate({ id: cart.id })
  expect(await balance()).toBe(300)
})

test('only the logged-in customer of a cart redeems points', async () => {
  const { store, redeem } = await givenPoints()
  const { id } = await redeem(100)
  const strangers = [clientWith({}), clientWith((await shop.given.customer()).headers)]
  const { email } = await shop.given.customer()
  const guestCart = await shop.given.payableCart({ region: await shop.given.region(), email })
  const attempts = [...strangers.map((stranger) => [stranger, id] as const), [clientWith({}), guestCart.id] as const]
  for (const [stranger, cart_id] of attempts)
    await expect(stranger.store.carts.update.mutate({ id: cart_id, loyalty_points: 200 })).rejects.toThrow('Log in')
  expect((await store.carts.get.query({ id })).cart).toMatchObject({ loyalty_points: 100, total: 1080 })
  expect((await store.carts.update.mutate({ id, loyalty_points: 200 })).cart.total).toBe(960)
})

const orders = orderActions(() => shop)

test('refunds take points back in proportion, once for each unit, also if their events arrive first', async () => {
  const region = await shop.given.region()
  const customer = await shop.given.customer()
  const option = await shop.given.freeShippingOption(region)
  const lines = [[await shop.given.variant(), 4]] as const
  const order = await shop.given.order({ region, option, by: customer, email: customer.email, lines })
  await orders.act(order, 'capture')
  await orders.ship(order)
  await orders.act(order, 'return', { items: firstLineQuantity(order, 1), receive_now: true })
  const points = clientWith(customer.headers).store.loyalty
  const balance = async () => {
    await shop.runJobs()
    return (await points.balance.query()).balance
  }
  expect(await balance()).toBe(72)
  await orders.act(order, 'claims', {
    type: 'refund',
    claim_items: [{ ...firstLineQuantity(order, 1)[0], reason: 'other' }],
  })
  expect(await balance()).toBe(48)
  await announceRefund(order.id)
  expect(await balance()).toBe(48)
  await orders.act(order, 'return', { items: firstLineQuantity(order, 2), receive_now: true })
  expect(await balance()).toBe(0)
})

/** Ships an order of three units, for which a customer has spent 300 of 500 points. */
async function givenSpentPoints() {
  const region = await shop.given.region()
  const customer = await shop.given.customer()
  const option = await shop.given.freeShippingOption(region)
  await admin().loyalty.adjust.mutate({ customer_id: customer.id, points: 500, reason: 'Welcome' })
  const { store } = clientWith(customer.headers)
  const lines = [[await shop.given.variant(), 3]] as const
  const { id } = await shop.given.payableCart({ region, option, by: customer, email: customer.email, lines })
  await store.carts.update.mutate({ id, loyalty_points: 300 })
  const { data } = await store.carts.complete.mutate({ id })
  const order = { id: data.id }
  await orders.act(order, 'capture')
  await orders.ship(await orders.readOrder(order))
  await shop.runJobs()
  const [line] = (await orders.readOrder(order)).items
  const item = { item_id: line!.id, quantity: 1 }
  return {
    order,
    item,
    /** The spent points that are in the balance again. */
    async restored() {
      await shop.runJobs()
      const earned = (await entriesOf(customer.id)).filter(([kind]) => kind !== 'adjusted')
      const { balance } = await store.loyalty.balance.query()
      return balance - 200 - earned.reduce((sum, [, points]) => sum + Number(points), 0)
    },
  }
}

test('returned and claimed units restore their share of the spent points, and replaced units restore none', async () => {
  const { order, item, restored } = await givenSpentPoints()
  expect(await restored()).toBe(0)
  await orders.act(order, 'refund', { amount: 100, reason: 'discount' })
  expect(await restored()).toBe(0)
  await orders.act(order, 'return', { items: [item], receive_now: true })
  expect(await restored()).toBe(100)
  const claim_items = [{ ...item, reason: 'other' }]
  const { variant_id } = (await orders.readOrder(order)).items[0]!
  const additional_items = [{ variant_id, quantity: 1 }]
  await orders.act(order, 'claims', { type: 'replace', claim_items, additional_items })
  expect(await restored()).toBe(100)
  await orders.act(order, 'claims', { type: 'refund', claim_items })
  expect(await restored()).toBe(200)
})

test('no sequence of returns and claims restores more points than were spent', async () => {
  for (let seed = 1; seed <= 6; seed++) {
    const { order, item, restored } = await givenSpentPoints()
    let before = 0
    for (let turn = 0; turn < 5; turn++) {
      const quantity = 1 + ((seed + turn) % 2)
      const items = [{ ...item, quantity }]
      const step = (seed * 7 + turn * 3) % 4
      if (step === 0) await orders.send(order, 'return', { items, receive_now: true })
      if (step === 1)
        await orders.send(order, 'claims', { type: 'refund', claim_items: [{ ...items[0], reason: 'other' }] })
      if (step === 2) await orders.send(order, 'refund', { amount: 50 * seed, reason: 'other' })
      if (step === 3) await orders.send(order, 'return', { items })
      const now = await restored()
      expect(now).toBeGreaterThanOrEqual(before)
      expect(now).toBeLessThanOrEqual(300)
      before = now
    }
  }
})

test('no balance rises by a transfer of orders, before or after their points arrive', async () => {
  const { store, balance, redeem } = await givenPoints()
  const other = await shop.given.customer()
  const balances = async () => [
    await balance(),
    (await clientWith(other.headers).store.loyalty.balance.query()).balance,
  ]
  for (const points of [300, 120, 0]) {
    const { data: order } = await store.carts.complete.mutate({ id: (await redeem(points)).id })
    if (points > 200) await shop.runJobs()
    const before = await balances()
    await changeRows(shop, Order, { id: order.id }, { customer_id: other.id })
    expect(await balances()).toEqual(before)
    await shop.runJobs()
    expect((await balances())[1]).toBe(0)
  }
})

test('two carts that are completed at once spend the points once', async () => {
  const { store, balance, redeem } = await givenPoints()
  const carts = [await redeem(400), await redeem(400), await redeem(400)]
  const { results, refusals } = await race(3, (i) => store.carts.complete.mutate({ id: carts[i]?.id ?? '' }))
  expect(results).toHaveLength(1)
  expect(Object.keys(refusals)).toEqual([expect.stringContaining('only 100 points')])
  expect(await balance()).toBe(100)
})

for (const { name, check } of promises(definition, 'loyalty', { env: { LOYALTY_AMOUNT_PER_POINT: '50' } }))
  test(name, check)
