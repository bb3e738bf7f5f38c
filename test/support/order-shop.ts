import { afterAll } from 'vitest'
import { type CartOptions, expectSuccess } from './factories.ts'
import { orderActions } from './order-actions.ts'
import type { Identified } from './resources.ts'
import { openTestShop, type TestShopOptions } from './shop.ts'

export async function useOrderShop(options?: TestShopOptions) {
  const shop = await openTestShop(options)
  afterAll(() => shop[Symbol.asyncDispose]())
  const region = await shop.given.region()
  const option = await shop.given.shippingOption(region)
  return {
    ...{ shop, region, option },
    orders: orderActions(() => shop),
    rows: (sql: string, parameters: unknown[] = []) => shop.orm.em.fork().execute(sql, parameters),

    stockOf: async ({ id }: Identified): Promise<number> =>
      (await expectSuccess(shop.admin.get(`/admin/variants/${id}`))).variant.inventory_quantity,

    /** Places an order of one unit at 1000 with shipping at 500 and 20 % tax. The total is 1800. */
    placeOrder: (over: CartOptions = {}) => shop.given.order({ region, option, ...over }),
  }
}
