import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '#test/support/given.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { type CountedShop, openCountedShop } from '../../../bench/statements.ts'

/* How many statements an operation on an order may send, `begin`, `commit`, login and audit among them. */

const BUDGET: Record<string, number> = {
  update: 12,
  capture: 13,
  refund: 14,
  'shipping-methods': 16,
  complete: 10,
  archive: 10,
  cancel: 17,
}

let shop: TestShop
let counted: CountedShop
beforeAll(async () => {
  shop = await openTestShop()
  counted = await openCountedShop(shop.databaseUrl)
  await counted.send('POST', '/admin/auth', { email: 'admin@example.com', password: 'correct horse' })
})
afterAll(async () => {
  await counted[Symbol.asyncDispose]()
  await shop[Symbol.asyncDispose]()
})

test('every operation on an order keeps to its statements, however many lines it has', async () => {
  const region = await shop.given.region()
  const option = await shop.given.shippingOption(region)
  const { variants } = await shop.given.product({ prices: [1000, 1001, 1002, 1003, 1004, 1005] })
  const lines = variants.map((variant: Json) => [variant, 1])
  const over: string[] = []
  const count = async ({ id }: Json, verb: string, body?: object) => {
    const path = `/admin/orders/${id}${verb === 'update' ? '' : `/${verb}`}`
    const { statements } = await counted.send('POST', path, body)
    if (statements > BUDGET[verb]!) over.push(`${verb}: ${statements}`)
  }
  for (let round = 0; round < 2; round++) {
    const [order, other] = [
      await shop.given.order({ region, option, lines }),
      await shop.given.order({ region, option, lines }),
    ]
    over.length = 0
    await count(order, 'update', { email: 'a@example.com', shipping_address: { city: 'B' } })
    await count(order, 'capture')
    await count(order, 'refund', { amount: 1, reason: 'other' })
    await count(order, 'shipping-methods', { option_id: option.id, price: 1 })
    await count(order, 'complete')
    await count(order, 'archive')
    await count(other, 'cancel')
  }
  expect(over).toEqual([])
})
