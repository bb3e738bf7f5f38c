import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectSuccess } from '#test/support/factories.ts'
import type { AdminOrder, Identified, Region, ShippingOption, Variant } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { type CountedShop, openCountedShop } from '../../../bench/statements.ts'

/* The highest number of statements of each operation, including `begin`, `commit`, authentication and audit log. */

const BUDGET: Record<string, number> = {
  update: 13,
  capture: 15,
  refund: 16,
  'shipping-methods': 18,
  complete: 10,
  archive: 10,
  cancel: 19,
  read: 3,
  pack: 15,
  unpack: 17,
  ship: 18,
  'ask back': 20,
  'give up': 11,
  receive: 30,
}

let shop: TestShop
let counted: CountedShop
let region: Region
let option: ShippingOption
let lines: (readonly [Variant, number])[]
beforeAll(async () => {
  shop = await openTestShop()
  counted = await openCountedShop(shop.databaseUrl)
  await counted.send('POST', '/admin/auth', { email: 'admin@example.com', password: 'correct horse' })
  region = await shop.given.region()
  option = await shop.given.shippingOption(region)
  const { variants } = await shop.given.product({ prices: [1000, 1001, 1002, 1003, 1004, 1005] })
  lines = variants.map((variant) => [variant, 1] as const)
})
afterAll(async () => {
  await counted[Symbol.asyncDispose]()
  await shop[Symbol.asyncDispose]()
})

test('an operation on an order stays within its statement budget for any number of lines', async () => {
  const over: string[] = []
  const count = async ({ id }: Identified, verb: string, body?: object) => {
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

test('an operation on the items of an order stays within its statement budget for any number of lines', async () => {
  const returnOption = await shop.given.shippingOption(region, { is_return: true })
  const over: string[] = []
  const count = async (verb: string, path: string, body?: object) => {
    const { statements, answer } = await counted.send<{ order: AdminOrder }>(body ? 'POST' : 'GET', path, body)
    if (statements > BUDGET[verb]!) over.push(`${verb}: ${statements}`)
    return answer.order
  }
  for (let round = 0; round < 2; round++) {
    over.length = 0
    const { id, items } = await shop.given.order({ region, option, lines })
    const at = `/admin/orders/${id}`
    await expectSuccess(shop.admin.post(`${at}/capture`))
    const oneOfEach = items.map((item) => ({ item_id: item.id, quantity: 1 }))
    const { fulfillments } = await count('pack', `${at}/fulfillment`, { items: oneOfEach })
    await count('unpack', `${at}/fulfillments/${fulfillments[0].id}/cancel`, {})
    const again = await count('pack', `${at}/fulfillment`, { items: oneOfEach })
    const shipped = { fulfillment_id: again.fulfillments[1].id, tracking_numbers: ['A', 'B'] }
    await count('ship', `${at}/shipment`, shipped)
    const wanted = { items: oneOfEach, return_shipping: { option_id: returnOption.id } }
    const { returns } = await count('ask back', `${at}/return`, wanted)
    await count('give up', `/admin/returns/${returns[0].id}/cancel`, {})
    const asked = await count('ask back', `${at}/return`, wanted)
    await count('receive', `/admin/returns/${asked.returns[1].id}/receive`, { items: oneOfEach })
    await count('read', at)
  }
  expect(over).toEqual([])
})
