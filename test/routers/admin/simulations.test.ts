import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '#database/transaction.ts'
import { readPurchases } from '#entities/statistics/simulation/read-purchases.ts'
import { simulate as playPromotion } from '#entities/statistics/simulation/simulate.ts'
import { promotionOf, simulationInput } from '#routers/admin/discounts/simulated-inputs.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { runJob, startJob } from '#test/support/jobs.ts'
import type { Region, Variant } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
let region: Region
let mug: Variant
beforeAll(async () => {
  shop = await openTestShop()
  region = await shop.given.region()
  mug = await shop.given.variant({ prices: [1000], stock: 500 })
  const path = `/admin/products/${mug.product_id}/variants/${mug.id}`
  await expectSuccess(shop.admin.post(path, { cost_amount: 600, cost_currency_code: region.currency_code }))
  for (const quantity of [1, 2, 5]) await shop.given.order({ region, lines: [[mug, quantity]] })
  const canceled = await shop.given.order({ region, lines: [[mug, 100]] })
  await expectSuccess(shop.admin.post(`/admin/orders/${canceled.id}/cancel`))
  await shop.given.cart({ region, lines: [[mug, 4]] })
})
afterAll(() => shop[Symbol.asyncDispose]())

const draft = (rule: object = {}, over: object = {}) => ({
  ...{ code: 'DRAFT', regions: [region.id], ...over },
  rule: { type: 'percentage', value: 10, allocation: 'total', ...rule },
})
const simulate = (body: object) => shop.admin.post('/admin/simulations', body)
const simulated = (discount: object) => expectSuccess(simulate({ discount }))
const ofOrders = {
  type: 'order',
  purchases: 3,
  revenue_before: 8000,
  units: 8,
  units_with_cost: 8,
  margin_before: 3200,
}

describe('a simulation', () => {
  test('prices the orders and carts with and without a discount that is not stored, and stores nothing', async () => {
    const { count } = await expectSuccess(shop.admin.get('/admin/discounts'))
    const answer = await simulated(draft())
    expect(answer).toMatchObject({ orders: 3, carts: 1, examined: 4, is_sampled: false })
    expect(answer.sums).toMatchObject([
      { ...ofOrders, touched: 3, revenue_after: 7200, discount_after: 800, margin_after: 2400 },
      { type: 'cart', purchases: 1, touched: 1, revenue_before: 4000, revenue_after: 3600 },
    ])
    expect(answer.purchases[0]).toMatchObject({ type: 'order', before: 6000, after: 5400 })
    expect((await expectSuccess(shop.admin.get('/admin/discounts'))).count).toBe(count)
  })

  test('applies minimums, buy X, get Y, limits and budgets in the order of the purchases', async () => {
    const revenueOf = async (rule: object, over: object = {}) => (await simulated(draft(rule, over))).sums[0]
    expect(await revenueOf({ minimum_quantity: 2 })).toMatchObject({ touched: 2, discount_after: 700 })
    const buy_get = { buy_quantity: 1, get_quantity: 1 }
    expect(await revenueOf({ value: 100, buy_get })).toMatchObject({ touched: 2, discount_after: 3000 })
    expect(await revenueOf({}, { usage_limit: 1 })).toMatchObject({ touched: 1, discount_after: 100 })
    const budgets = [{ currency_code: region.currency_code, amount: 350 }]
    expect(await revenueOf({ budgets })).toMatchObject({ touched: 2, discount_after: 300 })
  })

  test('leaves out buyers outside of the regions and groups', async () => {
    const other = await shop.given.region()
    expect((await simulated(draft({}, { regions: [other.id] }))).purchases).toEqual([])
    const { customer_group } = await expectSuccess(shop.admin.post('/admin/customer-groups', { name: 'VIP' }))
    const conditions = [{ operator: 'in', customer_groups: [customer_group.id] }]
    expect((await simulated(draft({ conditions }))).purchases).toEqual([])
  })

  test('plays a stored discount as if it was not used yet', async () => {
    const discount = await shop.given.discount(region, { value: 50 }, { usage_limit: 2 })
    const order = await shop.given.order({ region, lines: [[mug, 1]], discounts: [discount.code] })
    const { sums } = await expectSuccess(simulate({ discount_id: discount.id }))
    expect(sums[0]).toMatchObject({ purchases: 4, touched: 2, discount_before: 0, discount_after: 500 + 1000 })
    await expectSuccess(shop.admin.post(`/admin/orders/${order.id}/cancel`))
  })

  test('plays a price list that is a draft', async () => {
    const prices = [{ variant_id: mug.id, currency_code: region.currency_code, amount: 800, min_quantity: 2 }]
    const body = { name: 'Sale', description: 'A draft', type: 'sale', status: 'draft', prices }
    const { price_list } = await expectSuccess(shop.admin.post('/admin/price-lists', body))
    const { sums } = await expectSuccess(simulate({ price_list_id: price_list.id }))
    expect(sums[0]).toMatchObject({
      ...ofOrders,
      touched: 2,
      revenue_after: 1000 + 7 * 800,
      margin_after: 400 + 7 * 200,
    })
  })

  test('of more purchases than a request examines is a sample of stated size', async () => {
    const sampleOf = (range: object) =>
      inTransaction(shop.orm.em.fork(), async (tx) => {
        const { days, ...input } = simulationInput.parse({ discount: draft() })
        return playPromotion(tx, await promotionOf(tx, input), { days, ...range })
      })
    const { orders } = await sampleOf({})
    const sample = await sampleOf({ maxOrders: 2, maxCarts: 5 })
    expect(sample).toMatchObject({ orders, carts: 1, examined: 3, is_sampled: true })
    expect(sample.sums).toMatchObject([
      { type: 'order', purchases: 2 },
      { type: 'cart', purchases: 1 },
    ])
    expect(await sampleOf({ maxMilliseconds: 0 })).toMatchObject({ orders, carts: 1, is_sampled: true })
  })

  test('of an empty period has no sums', async () => {
    const empty = await openTestShop()
    const { id } = await empty.given.region()
    const reply = await expectSuccess(
      empty.admin.post('/admin/simulations', { discount: { ...draft(), regions: [id] } }),
    )
    expect(reply).toEqual({ orders: 0, carts: 0, examined: 0, is_sampled: false, sums: [], purchases: [] })
    await empty[Symbol.asyncDispose]()
  })
})

test('a failed read of the purchases is the error that the caller sees', async () => {
  const failing = inTransaction(shop.orm.em.fork(), async (tx) => {
    for await (const _ of readPurchases(tx, { days: 30 })) await tx.execute('close purchases')
  })
  await expect(failing).rejects.toThrow('cursor "purchases" does not exist')
})

describe('a refused simulation', () => {
  test('has no promotion or several of them', async () => {
    const message = 'Send one of discount, discount_id and price_list_id'
    await expectError(simulate({}), 400, 'invalid_data', message)
    await expectError(simulate({ discount: draft(), discount_id: 'disc_1' }), 400, 'invalid_data', message)
  })

  test('has unknown rows or wrong terms', async () => {
    await expectError(simulate({ discount_id: 'disc_1' }), 404, 'not_found', 'Discount with id disc_1 was not found')
    await expectError(simulate({ price_list_id: 'pl_1' }), 404, 'not_found', 'Price list with id: pl_1 was not found')
    const message = 'Discount value above 100 is not allowed when type is percentage'
    await expectError(simulate({ discount: draft({ value: 101 }) }), 400, 'invalid_data', message)
    expect((await simulate({ discount: draft(), days: 31 })).status).toBe(400)
    expect((await shop.post('/admin/simulations', { discount: draft() })).status).toBe(401)
  })
})

describe('a batch job of the type simulation', () => {
  const start = (context: object) => shop.admin.post('/admin/batch-jobs', { type: 'simulation', context })
  const resultOf = (id: string) => shop.admin.get(`/admin/simulations/${id}` as const)

  test('finds the same as the request, also for a discount with dates and limits', async () => {
    const terms = { starts_at: '2026-01-01T00:00:00.000Z', ends_at: '2030-01-01T00:00:00.000Z', usage_limit: 2 }
    const discount = draft(
      { description: 'Weekend', budgets: [{ currency_code: region.currency_code, amount: 350 }] },
      terms,
    )
    const { simulation } = await expectSuccess(resultOf((await runJob(shop, 'simulation', { discount, days: 30 })).id))
    expect(simulation).toEqual(await simulated(discount))
    expect(simulation.purchases[0]?.email).toMatch(/@/)
  })

  test('examines more purchases than a request, in pages', async () => {
    const big = await openTestShop()
    const there = await big.given.region()
    const cup = await big.given.variant({ prices: [1000], stock: 500 })
    for (let i = 0; i < 21; i++) await big.given.cart({ region: there, lines: [[cup, 1 + (i % 3)]] })
    const context = { discount: { ...draft(), regions: [there.id] } }
    const job = await runJob(big, 'simulation', context)
    const { simulation } = await expectSuccess(big.admin.get(`/admin/simulations/${job.id}` as const))
    expect(simulation).toMatchObject({ orders: 0, carts: 21, examined: 21, is_sampled: false })
    expect(simulation.sums).toMatchObject([{ purchases: 21, touched: 21, revenue_before: 42000, revenue_after: 37800 }])
    const cartsOf = (range: object) =>
      inTransaction(big.orm.em.fork(), async (tx) => {
        const pages = await Array.fromAsync(readPurchases(tx, { days: 30, ...range }))
        return pages.flat().map(({ cart_id }) => cart_id)
      })
    const all = await cartsOf({})
    expect(await cartsOf({ maxCarts: 7 })).toEqual(all.filter((_, i) => i % 3 === 2))
    expect(await cartsOf({ maxCarts: 20 })).toHaveLength(20)
    expect(await cartsOf({ maxCarts: 21 })).toEqual(all)
    expect(job).toMatchObject({ status: 'completed', result: { count: 21, advancement_count: 21, progress: 1 } })
    await big[Symbol.asyncDispose]()
  })

  test('needs the right to read price lists only for a price list', async () => {
    const scopes = ['batchJobs.create', 'discounts.simulated', 'orders.list', 'customers.list']
    const { secret } = await expectSuccess(shop.admin.post('/admin/api-keys', { name: 'Promoter', scopes }))
    const caller = shop.as({ authorization: `Bearer ${secret}` })
    const order = (context: object) => caller.post('/admin/batch-jobs', { type: 'simulation', context })
    expect((await order({ discount: draft() })).status).toBe(201)
    expect((await order({ price_list_id: 'pl_1' })).status).toBe(403)
  })

  test('is refused with wrong terms, and its result belongs to its user', async () => {
    expect((await start({ discount: draft({ value: 101 }) })).status).toBe(400)
    expect((await start({})).status).toBe(400)
    expect((await start({ discount_id: 'disc_1' })).status).toBe(404)
    expect((await start({ discount: draft(), days: 31 })).status).toBe(400)
    expect((await resultOf('batch_1')).status).toBe(404)
    const { id } = await startJob(shop.admin, 'simulation', { discount: draft() })
    expect((await resultOf(id)).status).toBe(404)
    await expectSuccess(shop.admin.post(`/admin/batch-jobs/${id}/cancel`))
    await shop.runJobs()
    expect((await resultOf(id)).status).toBe(404)
    expect((await shop.get(`/admin/simulations/${id}`)).status).toBe(401)
  })
})

test('a simulation counts the shipping that a discount gives, with its budget and limits', async () => {
  const option = await shop.given.shippingOption(await shop.given.region())
  const market = { id: option.region_id } as Region
  for (let i = 0; i < 3; i++) await shop.given.order({ region: market, option })
  const { currency_code } = (await expectSuccess(shop.admin.get(`/admin/regions/${market.id}`))).region
  const give = async (rule: object, over: object = {}) => {
    const free = draft({ type: 'free_shipping', value: 0, ...rule }, { regions: [market.id], ...over })
    return (await simulated(free)).sums.find((sum) => sum.type === 'order' && sum.currency_code === currency_code)
  }
  expect(await give({})).toMatchObject({ touched: 3, shipping_before: 1500, shipping_after: 0, discount_after: 0 })
  expect(await give({ budgets: [{ currency_code, amount: 1100 }] })).toMatchObject({
    touched: 2,
    shipping_after: 500,
  })
  expect(await give({}, { usage_limit: 1 })).toMatchObject({ touched: 1, shipping_after: 1000 })
})
