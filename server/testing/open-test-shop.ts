import type { MikroORM } from '@mikro-orm/postgresql'
import { createShopClient, type ShopClient } from '#client/index.ts'
import type { Shop } from '#server/shop/define-shop.ts'
import { readParts } from '#server/shop/read-shop.ts'
import { addCustomer } from './add-customer.ts'
import { placeOrder, type TestOrder } from './place-order.ts'
import { preparedDatabase } from './prepared-database.ts'
import { type RunningShop, runShop } from './run-shop.ts'

export interface TestShopOptions {
  /** Environment variables of the plugins. Default: none. */
  env?: Readonly<Record<string, string>>
}

export interface TestCustomer<Tested extends Shop = Shop> {
  id: string
  email: string
  /** Headers with the session of the customer. */
  headers: Readonly<Record<string, string>>
  store: ShopClient<Tested>['store']
}

/** A shop on its own database, with the products and regions of the demo. */
export interface TestShop<Tested extends Shop = Shop> extends AsyncDisposable {
  url: string
  databaseUrl: string
  orm: MikroORM
  /** API token of the administrator. */
  token: string
  /** Calls procedures as an administrator. */
  admin: ShopClient<Tested>['admin']
  /** Calls procedures without an account. */
  store: ShopClient<Tested>['store']
  addCustomer(): Promise<TestCustomer<Tested>>
  /** Places an order. By default, a guest orders one unit of the newest product. */
  placeOrder(order?: TestOrder): Promise<{ id: string }>
  /** Delivers the events and runs the due jobs. No worker runs in the background. */
  runJobs(): Promise<void>
  /** Stops the shop and drops its database. */
  close(): Promise<void>
}

/**
 * Opens a shop on its own database. PostgreSQL is the server at `TEST_DATABASE_URL`, or an embedded one.
 *
 * @example
 * await using test = await openTestShop(shop)
 * const { products } = await test.store.products.list.query({})
 */
export async function openTestShop<Tested extends Shop>(
  shop: Tested,
  { env = {} }: TestShopOptions = {},
): Promise<TestShop<Tested>> {
  const parts = readParts(shop.plugins, env)
  const { name, token } = await preparedDatabase(shop, parts)
  return testShopOf(await runShop(parts, name), token)
}

/** Returns the clients and factories of a running shop. `token` is the API token of its administrator. */
export function testShopOf<Tested extends Shop>(running: RunningShop, token: string): TestShop<Tested> {
  const { orm, databaseUrl, runJobs } = running
  const [url] = running.urls
  const close = async () => running[Symbol.asyncDispose]()
  return {
    url,
    databaseUrl,
    orm,
    token,
    admin: createShopClient<Tested>({ url, token }).admin,
    store: createShopClient<Tested>({ url }).store,
    async addCustomer() {
      const added = await addCustomer(orm)
      return { ...added, store: createShopClient<Tested>({ url, headers: added.headers }).store }
    },
    placeOrder: (order) => placeOrder(url, order),
    runJobs,
    close,
    [Symbol.asyncDispose]: close,
  }
}
