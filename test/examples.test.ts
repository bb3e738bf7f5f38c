import { afterAll, beforeAll, expect, test } from 'vitest'
import { Order } from '#entities/orders/order/order.ts'
import { runProgram } from '#test/support/program.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ demo: true })
})
afterAll(() => shop[Symbol.asyncDispose]())

/** The output of an example that succeeds. */
async function outputOf(name: string, args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  await using program = runProgram([process.execPath, `examples/${name}.ts`, ...args], env)
  const { stdout, ...end } = await program.result
  expect(end).toEqual({ code: 0, stderr: '' })
  return stdout
}

/** Runs an example that places an order, and finds the order. */
async function placeOrder(name: string, by: 'argument' | 'SHOP_URL') {
  const stdout = await (by === 'argument' ? outputOf(name, [shop.url]) : outputOf(name, [], { SHOP_URL: shop.url }))
  const [order] = await shop.orm.em.fork().find(Order, {}, { orderBy: { display_id: 'desc' }, limit: 1 })
  const { display_id, email } = order!
  expect(stdout).toContain(`Order #${display_id} for ${email}`)
  for (const row of [/Discount +-€[\d.]+/, /Shipping +€[\d.]+/, /Tax +€[\d.]+/, /Total +€[\d.]+/])
    expect(stdout).toMatch(row)
  return { stdout, display_id }
}

test.each([
  'argument',
  'SHOP_URL',
] as const)('examples/checkout.ts places an order in the shop whose URL is its %s', async (by) => {
  await placeOrder('checkout', by)
})

test('examples/storefront.ts runs from the registration to the order history', async () => {
  const first = await placeOrder('storefront', 'argument')
  const second = await placeOrder('storefront', 'SHOP_URL')
  for (const { stdout, display_id } of [first, second]) {
    expect(stdout).toContain('Hello  Grace Hopper')
    expect(stdout).toContain(`History: #${display_id}\n`)
  }
  // The first run spends the gift card of the demo shop.
  expect([first, second].map(({ stdout }) => /Gift card +-€50\.00/.test(stdout))).toEqual([true, false])
})

const administrator = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'correct horse' }

test('examples/admin.ts prepares a promotion and shows its audit log', async () => {
  const stdout = await outputOf('admin', [shop.url], administrator)
  const { discounts, count } = (await shop.admin.get('/admin/discounts?q=friends&order=code&limit=2')).body
  expect(count).toBe(101)
  const [parent, first] = discounts
  expect(parent).toMatchObject({
    is_dynamic: true,
    rule: { conditions: [{ type: 'customer_groups', operator: 'in' }] },
  })
  expect(first).toMatchObject({ code: `${parent.code}-001`, parent_discount_id: parent.id, usage_limit: 1 })
  expect(stdout).toContain('The audit log has 102 entries for this promotion')
  expect(stdout).toMatch(/admin@example\.com {2}admin\.customerGroups\.create +create customer_group\n/)
  expect(stdout).toMatch(/admin\.discounts\.create .*create discount_condition_customer_group/)
  expect(stdout.match(/admin\.discounts\.createDynamicCode +create discount\n/g)).toHaveLength(3)
})

test('examples/after-sale.ts takes an order from the payment to the archive', async () => {
  const stdout = await outputOf('after-sale', [shop.url], administrator)
  const [{ id }] = (await shop.admin.get('/admin/orders?fields=id&expand=&order=-display_id&limit=1')).body.orders
  const { order } = (await shop.admin.get(`/admin/orders/${id}`)).body
  expect(order).toMatchObject({ status: 'archived', payment_status: 'partially_refunded' })
  expect(order.claims.map((claim: { type: string }) => claim.type).toSorted()).toEqual(['refund', 'replace'])
  const [{ total, quantity }] = order.items
  expect(order.refunded_total).toBe(
    order.refunds.reduce((sum: number, refund: { amount: number }) => sum + refund.amount, 0),
  )
  expect(order.refunded_total).toBeLessThanOrEqual(Math.ceil((2 * total) / quantity))
  for (const step of ['Placed', 'Captured', 'Packed', 'Shipped', 'Refunded', 'Exchanged', 'Returned', 'Archived'])
    expect(stdout).toContain(`\n${step} `)
})

test('examples/live.ts sells, ships and refunds with real mails and the API of Stripe', async () => {
  const { TEST_DATABASE_URL = '', TEST_DATABASE_TEMPLATE = '' } = process.env
  const stdout = await outputOf('live', [], { TEST_DATABASE_URL, TEST_DATABASE_TEMPLATE })
  const steps = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' ', 1)[0])
  expect(steps).toEqual([
    ...['Stock', 'Cart', 'Card', 'Card', 'Order', 'Stock', 'Webhook', 'Mail', 'Capture', 'Shipment', 'Stock', 'Mail'],
    ...['Return', 'Stock', 'Mail', 'Mail', 'Mail', 'Refund'],
  ])
  const stock = Array.from(stdout.matchAll(/Second warehouse (\d) \((\d) reserved\)/g), ([, ...counts]) => counts)
  expect(stock).toEqual([
    ['5', '0'],
    ['5', '1'],
    ['4', '0'],
    ['5', '0'],
  ])
  expect(stdout).toContain('3-D Secure, so the completion returns the cart: requires_more')
  expect(stdout).toContain('"Your order #1" to grace@example.com')
  expect(stdout).toMatch(/Refund +€[\d.]+, and the order is partially_refunded/)
})
