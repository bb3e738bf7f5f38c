import { Client } from 'pg'
import { afterAll, afterEach, expect } from 'vitest'
import { findViolations } from '#entities/invariants/find-violations.ts'
import { editDesk } from './edit-desk.ts'
import { answered, type Json, type WantedCart } from './given.ts'
import { orderDesk } from './order-desk.ts'
import { openTestShop, type TestShopOptions } from './shop.ts'

/** A shop that edits its orders, for the tests of a file. After each of them, whatever happened, nothing is adrift. */
export async function useEditShop(options?: TestShopOptions) {
  const shop = await openTestShop(options)
  const client = new Client({ connectionString: shop.databaseUrl })
  await client.connect()
  const region = await shop.given.region()
  const option = await shop.given.shippingOption(region)
  afterAll(async () => {
    await client.end()
    await shop[Symbol.asyncDispose]()
  })
  afterEach(async () => {
    expect(await findViolations(async (sql) => (await client.query(sql)).rows)).toEqual([])
  })
  return {
    ...{ shop, region, option },
    desk: orderDesk(() => shop),
    edits: editDesk(() => shop),
    rows: (sql: string, parameters: unknown[] = []): Promise<Json[]> => shop.orm.em.fork().execute(sql, parameters),

    stockOf: async ({ id }: Json): Promise<number> =>
      (await answered(shop.admin.get(`/admin/variants/${id}`))).variant.inventory_quantity,

    /** An order of two pieces at 1000 and one at 500, without tax; with it, and shipping, that is 3600. */
    async givenOrder(more: WantedCart = {}): Promise<{ order: Json; first: Json; second: Json }> {
      const first = await shop.given.variant({ stock: 10 })
      const second = await shop.given.variant({ prices: [500], stock: 10 })
      const lines = [[first, 2] as const, [second, 1] as const]
      const cart = await shop.given.payableCart({ region, option, lines, ...more })
      const at = `/store/carts/${cart.id}`
      if (cart.payment_sessions.length > 1)
        await answered(shop.post(`${at}/payment-session`, { provider_id: 'manual' }))
      return { order: (await answered(shop.post(`${at}/complete`))).data, first, second }
    },
  }
}

/** The line of a variant. */
export const lineOf = ({ items }: Json, { id }: Json): Json => items.find((item: Json) => item.variant_id === id)
