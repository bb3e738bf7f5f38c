import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderActions } from '#test/support/order-actions.ts'
import { runSharedCommand } from '#test/support/shared-command.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

const run = (...args: string[]) => runSharedCommand(['customer', ...args], { DATABASE_URL: shop.databaseUrl })

test('the command `customer` exports and erases a guest by the e-mail address', async () => {
  const { act } = orderActions(() => shop)
  const email = 'guest@privacy.example'
  const order = await shop.given.order({ email })
  const { stdout } = await run('export', email)
  expect(JSON.parse(stdout)).toMatchObject({ customer_ids: [order.customer_id], rows: { order: [{ email }] } })

  const refused = await run('erase', email)
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(`order #${order.display_id} is open`)])
  await act(order, 'complete')
  expect(await run('erase', email)).toMatchObject({ code: 0, stdout: expect.stringContaining(order.customer_id) })
  expect((await run('export', email)).stderr).toContain('No customer, cart or order has this e-mail address')
})
