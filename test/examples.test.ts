import { expect, test } from 'vitest'
import { Order } from '#entities/order/order.ts'
import { runProgram } from '#test/support/program.ts'
import { openTestShop } from '#test/support/shop.ts'

test.each(['checkout', 'storefront'])('examples/%s.ts places an order in the demo shop', async (name) => {
  await using shop = await openTestShop({ demo: true })
  await using program = runProgram([process.execPath, `examples/${name}.ts`, shop.url], {})
  const { code, stdout, stderr } = await program.ending
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const { display_id, email } = await shop.orm.em.fork().findOneOrFail(Order, { cart_id: { $ne: null } })
  expect(stdout).toContain(`Order #${display_id} for ${email}`)
  for (const row of [/Discount +-€[\d.]+/, /Shipping +€[\d.]+/, /Tax +€[\d.]+/, /Total +€[\d.]+/])
    expect(stdout).toMatch(row)
})

test.each(['checkout', 'storefront'])('examples/%s.ts finds the shop by SHOP_URL, too', async (name) => {
  await using shop = await openTestShop({ demo: true })
  await using program = runProgram([process.execPath, `examples/${name}.ts`], { SHOP_URL: shop.url })
  expect((await program.ending).code).toBe(0)
})

test('examples/storefront.ts is a whole visit, from the registration to the history of orders', async () => {
  await using shop = await openTestShop({ demo: true })
  for (const [visit, giftCard] of [
    ['History: #1', true],
    ['History: #2', false],
  ] as const) {
    await using program = runProgram([process.execPath, 'examples/storefront.ts', shop.url], {})
    const { code, stdout } = await program.ending
    expect(code).toBe(0)
    expect(stdout).toContain('Hello  Grace Hopper')
    expect(stdout).toContain(visit)
    // The card of the demo shop is spent by the first visit.
    expect(/Gift card +-€50\.00/.test(stdout)).toBe(giftCard)
  }
})

test('examples/admin.ts prepares a promotion, and shows what the audit log tells of it', async () => {
  await using shop = await openTestShop({ demo: true })
  const env = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'correct horse' }
  await using program = runProgram([process.execPath, 'examples/admin.ts', shop.url], env)
  const { code, stdout, stderr } = await program.ending
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const { discounts, count } = (await shop.admin.get('/admin/discounts?q=friends&order=code&limit=2')).body
  expect(count).toBe(101)
  const [parent, first] = discounts
  expect(parent).toMatchObject({
    is_dynamic: true,
    rule: { conditions: [{ type: 'customer_groups', operator: 'in' }] },
  })
  expect(first).toMatchObject({ code: `${parent.code}-001`, parent_discount_id: parent.id, usage_limit: 1 })
  expect(stdout).toContain('The audit log has 102 entries of it')
  expect(stdout).toMatch(/admin@example\.com {2}admin\.customerGroups\.create +create customer_group\n/)
  expect(stdout).toMatch(/admin\.discounts\.create .*create discount_condition_customer_group/)
  expect(stdout.match(/admin\.discounts\.createDynamicCode +create discount\n/g)).toHaveLength(3)
})

test('examples/after-sale.ts takes an order from the payment to the archive, with the money explained', async () => {
  await using shop = await openTestShop({ demo: true })
  const env = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'correct horse' }
  await using program = runProgram([process.execPath, 'examples/after-sale.ts', shop.url], env)
  const { code, stdout, stderr } = await program.ending
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const [{ id }] = (await shop.admin.get('/admin/orders?fields=id&expand=')).body.orders
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
