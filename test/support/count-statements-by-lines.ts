import { type CountedShop, openCountedShop } from '../../bench/statements.ts'
import { expectSuccess, type Json } from './factories.ts'
import { openTestShop, type TestShop } from './shop.ts'

/** An order whose lines are packed, of one piece each. */
export interface PackedOrder {
  shop: TestShop
  /** Where it is in the administration. */
  at: string
  /** Its pieces, and variants of which as many may be sent for them. */
  pieces: { item_id: string; quantity: number }[]
  variants: Json[]
  fulfillment: Json
  /** Ways of shipping, there and back. */
  option: Json
  back: Json
  /** Sends a request whose statements count. */
  send(path: string, body?: object): Promise<Json>
}

/** How many statements each request of `steps` sends for an order of one line, and for one of eleven. */
export async function countStatementsByLines(
  steps: (order: PackedOrder) => Promise<void>,
): Promise<{ one: number[]; eleven: number[] }> {
  await using shop = await openTestShop()
  await using counted = await openCountedShop(shop.databaseUrl)
  await counted.send('POST', '/admin/auth', { email: 'admin@example.com', password: 'correct horse' })
  const counts = await countingFor(shop, counted, steps)
  // The first time more is asked for, which is known from then on.
  await counts(1)
  return { one: await counts(1), eleven: await counts(11) }
}

async function countingFor(
  shop: TestShop,
  counted: CountedShop,
  steps: (order: PackedOrder) => Promise<void>,
): Promise<(lines: number) => Promise<number[]>> {
  const region = await shop.given.region()
  const option = await shop.given.shippingOption(region)
  const back = await shop.given.shippingOption(region, { is_return: true })
  const { variants: all } = await shop.given.product({ prices: Array.from({ length: 11 }, (_, i) => 1000 + i) })
  return async (lines) => {
    const variants: Json[] = all.slice(0, lines)
    const order = await shop.given.order({ region, option, lines: variants.map(({ id }) => [{ id }, 1]) })
    const at = `/admin/orders/${order.id}`
    await expectSuccess(shop.admin.post(`${at}/capture`))
    const pieces = order.items.map(({ id }: Json) => ({ item_id: id, quantity: 1 }))
    const { fulfillments } = (await expectSuccess(shop.admin.post(`${at}/fulfillment`, { items: pieces }))).order
    const counts: number[] = []
    const send = async (path: string, body: object = {}): Promise<Json> => {
      const { statements, answer } = await counted.send('POST', path, body)
      counts.push(statements)
      return answer
    }
    await steps({ shop, at, pieces, variants, fulfillment: fulfillments[0], option, back, send })
    return counts
  }
}
