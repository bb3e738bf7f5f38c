import { Client } from 'pg'
import { afterAll, afterEach, expect } from 'vitest'
import { findViolations } from '#entities/invariants/find-violations.ts'
import type { Json } from './given.ts'
import { openTestShop } from './shop.ts'
import { type Swapped, swapDesk, type WantedSwap } from './swapped.ts'

/** A shop that exchanges pieces of its orders, for the tests of a file. After each of them, whatever happened, nothing is adrift. */
export async function useSwapShop() {
  const shop = await openTestShop()
  const client = new Client({ connectionString: shop.databaseUrl })
  await client.connect()
  const region = await shop.given.region({ tax_rate: 20 })
  const option = await shop.given.shippingOption(region)
  const desk = swapDesk(
    () => shop,
    () => ({ region, option }),
  )
  afterAll(async () => {
    await client.end()
    await shop[Symbol.asyncDispose]()
  })
  afterEach(async () => {
    expect(await findViolations(async (sql) => (await client.query(sql)).rows)).toEqual([])
  })
  return {
    ...{ shop, region, option, desk },

    /** A swap that is confirmed with shipping. */
    async confirmed(wanted: WantedSwap = {}): Promise<Swapped> {
      const made = await desk.made(wanted)
      await desk.confirmed(made, option)
      return made
    },

    /** The first swap of the order that is answered. */
    swapAfter: async (path: string, body?: Json): Promise<Json> => (await desk.act(path, body)).swaps[0],

    cancelReturn: ({ swap }: Swapped) => desk.ask(`/admin/returns/${swap.return_order.id}/cancel`),
  }
}
