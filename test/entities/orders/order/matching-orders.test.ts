import { afterAll, beforeAll, expect, test } from 'vitest'
import { Order } from '#entities/orders/order/order.ts'
import { Customer } from '#entities/people/customer/customer.ts'
import { searchCustomers, searchOrders } from '#routers/filters/search-people.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

/** The texts of the plan that PostgreSQL uses in a large shop, where reading a whole table costs more than an index. */
const planOf = (search: 'orders' | 'customers', word: string): Promise<string> =>
  shop.orm.em.fork().transactional(async (em) => {
    // An empty shop has no reason to prefer the index of words.
    for (const scan of ['seqscan', 'indexscan', 'indexonlyscan']) await em.execute(`set local enable_${scan} = off`)
    const query =
      search === 'orders'
        ? em
            .createQueryBuilder(Order, 'o')
            .select('id')
            .where(searchOrders(word) ?? {})
        : em
            .createQueryBuilder(Customer, 'c')
            .select('id')
            .where(searchCustomers(word) ?? {})
    return JSON.stringify(await em.execute(`explain (format json) ${query.getFormattedQuery()}`))
  })

const indexPatterns = (plan: string) =>
  [...plan.matchAll(/"Index Cond":"[^"]*~~\* '([^']*)'/g)].map(([, pattern]) => pattern)

test.each(['h', 'ha', 'han', '李'])('a search for %j reads no whole table', async (word) => {
  for (const search of ['orders', 'customers'] as const) {
    const plan = await planOf(search, word)
    expect(plan).not.toContain('Seq Scan')
    const patterns = indexPatterns(plan)
    expect(patterns.length).toBeGreaterThan(2)
    for (const pattern of patterns) expect(pattern).toBe(word.length > 2 ? `%${word}%` : `${word}%`)
  }
})

test('a search for the number of an order reads one index', async () => {
  const plan = await planOf('orders', '#71')
  expect(plan).toContain('display_id = 71')
  expect(plan).not.toContain('~~*')
})
