import type { MikroORM } from '@mikro-orm/postgresql'
import { createShopClient, type ShopClient } from '#client/index.ts'
import type { JobFailure } from '#server/jobs/runner.ts'
import type { Job } from '#server/plugin/define-job.ts'
import type { As } from '#server/plugin/operations.ts'
import type { Shop, ShopProcedures } from '#server/process/define-shop.ts'
import { readParts } from '#server/shop/read-parts.ts'
import { addCart, type PlacedOrder, type StoreFor, type TestCart, type TestOrder } from './add-cart.ts'
import { addCustomer } from './add-customer.ts'
import { preparedDatabase } from './prepared-database.ts'
import { type RunningShop, runShop } from './run-shop.ts'

export interface TestShopOptions {
  /** Environment variables of the plugins. Default: none. */
  env?: Readonly<Record<string, string>>
  /** Number of servers that receive the calls in turn. Servers share no queue. Default: 2. */
  servers?: number
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
  admin: ShopClient<Tested>['admin']
  /** Calls procedures without an account. */
  store: ShopClient<Tested>['store']
  /** Calls operations in code, as jobs, handlers and scripts do. */
  as: As<ShopProcedures<Tested>>
  addCustomer(): Promise<TestCustomer<Tested>>
  /** Creates a cart that is ready for its completion. By default, a guest buys one unit of the newest product. */
  addCart(order?: TestOrder<Tested>): Promise<TestCart<Tested>>
  /** Creates and completes a cart. */
  placeOrder(order?: TestOrder<Tested>): Promise<PlacedOrder<Tested>>
  /** Delivers the events and runs the due jobs. No worker runs in the background. @throws the error of a job or a handler. */
  runJobs(): Promise<void>
  /**
   * Enqueues the job and runs all due jobs. Runs a job with a schedule at once.
   * @throws the error of a job or a handler, also of an invalid payload.
   */
  runJob<Payload>(job: Job<Payload>, payload: Payload): Promise<void>
  /** Moves the clock of the shop, which goes on from this time. Only one shop of a process can have another time. */
  setTime(time: Date): Promise<void>
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
  { env = {}, servers = 2 }: TestShopOptions = {},
): Promise<TestShop<Tested>> {
  const parts = readParts(shop.plugins, env)
  const { name, token } = await preparedDatabase(shop, parts)
  return testShopOf(await runShop(parts, name, { servers }), token)
}

/** Returns the clients and factories of a running shop. `token` is the API token of its administrator. */
export function testShopOf<Tested extends Shop>(running: RunningShop, token: string): TestShop<Tested> {
  const { orm, databaseUrl, urls } = running
  const runJobs = async () => assertSucceeded(await running.runJobs())
  const [url] = urls
  const fetch = fetchInTurn(urls)
  const storeFor: StoreFor<Tested> = (headers) => createShopClient<Tested>({ url, headers, fetch }).store
  const close = async () => running[Symbol.asyncDispose]()
  return {
    url,
    databaseUrl,
    orm,
    token,
    admin: createShopClient<Tested>({ url, token, fetch }).admin,
    store: storeFor({}),
    as: running.operations<As<ShopProcedures<Tested>>>(),
    async addCustomer() {
      const added = await addCustomer(orm)
      return { ...added, store: storeFor(added.headers) }
    },
    addCart: (order) => addCart(storeFor, order),
    placeOrder: async (order) => (await addCart(storeFor, order)).complete(),
    runJobs,
    async runJob(job, payload) {
      await job.enqueue(orm.em.fork(), payload)
      await runJobs()
    },
    setTime: (time) => running.clock.setTime(time),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** A worker would repeat the failed jobs later. */
function assertSucceeded(failures: readonly JobFailure[]): void {
  const [first] = failures
  if (failures.length === 1 && first?.error instanceof Error) throw first.error
  if (first)
    throw new AggregateError(
      failures.map(({ error }) => error),
      `Failed jobs: ${failures.map(({ name, error }) => `${name}: ${error}`).join(', ')}`,
    )
}

/** Sends each request for the first server to the next server. */
function fetchInTurn([first, ...others]: RunningShop['urls']): typeof fetch {
  const urls = [first, ...others]
  let count = 0
  return (target, init) => fetch(String(target).replace(first, urls[count++ % urls.length] ?? first), init)
}
