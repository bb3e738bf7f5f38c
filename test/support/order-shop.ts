import { afterAll } from 'vitest'
import { type CartOptions, expectSuccess, type Json } from './factories.ts'
import { orderActions } from './order-actions.ts'
import { openTestShop, type TestShopOptions } from './shop.ts'

/** A shop that runs its orders, for the tests of a file. */
export async function useOrderShop(options?: TestShopOptions) {
  const shop = await openTestShop(options)
  afterAll(() => shop[Symbol.asyncDispose]())
  const region = await shop.given.region()
  const option = await shop.given.shippingOption(region)
  return {
    ...{ shop, region, option },
    desk: orderActions(() => shop),
    rows: (sql: string, parameters: unknown[] = []): Promise<Json[]> => shop.orm.em.fork().execute(sql, parameters),

    stockOf: async ({ id }: Json): Promise<number> =>
      (await expectSuccess(shop.admin.get(`/admin/variants/${id}`))).variant.inventory_quantity,

    /** An order of one piece at 1000 and shipping at 500, with 20 % of tax: 1800. */
    placed: (over: CartOptions = {}): Promise<Json> => shop.given.order({ region, option, ...over }),
  }
}
