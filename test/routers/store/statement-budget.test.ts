import { afterAll, beforeAll, expect, test } from 'vitest'
import { enableInventory } from '#server/database/enable-inventory.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { findBudgetOverruns } from '#test/support/statement-budget.ts'
import { setUpShop } from '../../../bench/shop.ts'
import { countStatements, openCountedShop } from '../../../bench/statements.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

test('every step of a checkout stays within its statement budget', async () => {
  expect(await findBudgetOverruns(shop)).toEqual([])
})

test('inventory adds four statements to a completion, and one to each read of a cart or of a variant', async () => {
  await using stockedShop = await openTestShop()
  const login = { url: stockedShop.url, email: 'admin@example.com', password: 'correct horse' }
  const benchShop = await setUpShop(login)
  const without = await countStatements(stockedShop.databaseUrl, benchShop)
  await enableInventory(stockedShop.orm)
  const counted = await countStatements(stockedShop.databaseUrl, benchShop)
  const { steps, checkout, roundTrips } = without
  expect(counted).toEqual({
    steps: {
      ...steps,
      'add line': steps['add line'] + 2,
      'add shipping': steps['add shipping'] + 1,
      complete: steps.complete + 5,
      'get cart': steps['get cart'] + 1,
      'payment sessions': steps['payment sessions'] + 1,
      'update cart': steps['update cart'] + 1,
    },
    checkout: checkout + 15,
    roundTrips: roundTrips + 12,
  })
})

test('no step sends more statements for a cart with many lines', async () => {
  await using counted = await openCountedShop(shop.databaseUrl)
  const region = await shop.given.region()
  const { variants } = await shop.given.product({ prices: Array.from({ length: 12 }, (_, i) => 1000 + i) })
  const { code } = await shop.given.discount(region)
  const option = await shop.given.shippingOption(region)

  const statementsOf = async (lines: number): Promise<number[]> => {
    const cartLines = variants.slice(0, lines).map((variant) => [variant, 1] as const)
    const { id } = await shop.given.payableCart({ region, option, lines: cartLines, discounts: [code] })
    // biome-ignore format: a table
    const requests: [method: string, path: string, body?: object][] = [
      ['GET', ''],
      ['POST', '/line-items', { variant_id: variants.at(-1)?.id, quantity: 1 }],
      ['POST', '', { region_id: region.id, discounts: [{ code }] }],
      ['POST', '/shipping-methods', { option_id: option.id }],
      ['POST', '/payment-sessions'],
      ['POST', '/complete'],
    ]
    const counts = []
    for (const [method, path, body] of requests)
      counts.push((await counted.send(method, `/store/carts/${id}${path}`, body)).statements)
    return counts
  }
  await statementsOf(1)
  expect(await statementsOf(11)).toEqual(await statementsOf(1))
})
