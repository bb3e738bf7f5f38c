import { type CountedShop, openCountedShop } from '../../bench/statements.ts'
import { expectSuccess } from './factories.ts'
import type { AnyBody, Fulfillment, ShippingOption, Variant } from './resources.ts'
import { openTestShop, type TestShop } from './shop.ts'

/** A captured and fulfilled order whose lines have quantity 1. */
export interface PackedOrder {
  shop: TestShop
  path: string
  items: { item_id: string; quantity: number }[]
  variants: Variant[]
  fulfillment: Fulfillment
  option: ShippingOption
  returnOption: ShippingOption
  send(path: string, body?: object): Promise<AnyBody>
}

/** Counts the statements of each request in `steps`, for an order with one line and for an order with eleven. */
export async function countStatementsByLines(
  steps: (order: PackedOrder) => Promise<void>,
): Promise<{ one: number[]; eleven: number[] }> {
  await using shop = await openTestShop()
  await using counted = await openCountedShop(shop.databaseUrl)
  await counted.send('POST', '/admin/auth', { email: 'admin@example.com', password: 'correct horse' })
  const countFor = await createCounter(shop, counted, steps)
  // The first run fills the caches of the server.
  await countFor(1)
  return { one: await countFor(1), eleven: await countFor(11) }
}

async function createCounter(
  shop: TestShop,
  counted: CountedShop,
  steps: (order: PackedOrder) => Promise<void>,
): Promise<(lines: number) => Promise<number[]>> {
  const region = await shop.given.region()
  const option = await shop.given.shippingOption(region)
  const returnOption = await shop.given.shippingOption(region, { is_return: true })
  const { variants: all } = await shop.given.product({ prices: Array.from({ length: 11 }, (_, i) => 1000 + i) })
  return async (lines) => {
    const variants: Variant[] = all.slice(0, lines)
    const order = await shop.given.order({ region, option, lines: variants.map(({ id }) => [{ id }, 1]) })
    const path = `/admin/orders/${order.id}`
    await expectSuccess(shop.admin.post(`${path}/capture`))
    const items = order.items.map(({ id }) => ({ item_id: id, quantity: 1 }))
    const { fulfillments } = (await expectSuccess(shop.admin.post(`${path}/fulfillment`, { items: items }))).order
    const countFor: number[] = []
    const send = async (path: string, body: object = {}) => {
      const { statements, answer } = await counted.send<AnyBody>('POST', path, body)
      countFor.push(statements)
      return answer
    }
    await steps({ shop, path, items, variants, fulfillment: fulfillments[0], option, returnOption, send })
    return countFor
  }
}
