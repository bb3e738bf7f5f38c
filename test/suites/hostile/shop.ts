import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { pino } from 'pino'
import { addUser, issueApiToken } from '#server/database/administrator.ts'
import { seedDemoShop } from '#server/database/demo-shop.ts'
import { createApp } from '#server/http/app.ts'
import { listen } from '#server/process/listen.ts'
import { FileLinks } from '#server/providers/file-links.ts'
import { LocalFiles } from '#server/providers/local-files.ts'
import { openDatabase, prepareDatabase } from '#server/shop/open-database.ts'
import { vocabularyOf } from '#server/testing/hostile/vocabulary.ts'
import { actOnSomeOrder } from '../race/after-sale/after-sale.ts'
import { shareOrders } from '../race/after-sale/shared-orders.ts'
import { type Administrator, logIn, openRaceShop, type RaceShop } from '../race/shop.ts'
import type { Attack } from './attack.ts'
import { callersOf } from './callers.ts'
import { furnish, type KnownInputs } from './furnish.ts'
import { namesInPrototypes } from './names-in-prototypes.ts'
import { shopParts as parts } from './shop-parts.ts'

export interface HostileShop extends AsyncDisposable, Pick<Attack, 'url' | 'vocabulary' | 'callers'> {
  faults(): string[]
  harm(): Promise<string[]>
  /** Megabytes after a garbage collection. */
  heapMegabytes(): number
  query(sql: string): Promise<Record<string, unknown>[]>
  known: KnownInputs
  cookie: string
}

export const storeOrigin = 'https://store.example'
export const adminOrigin = 'https://office.example'

const secret = 'a secret of thirty-two characters'

/** Opens a shop with all plugins and data in this process, so that its heap and its prototypes can be checked. */
export async function openHostileShop(databaseUrl: string): Promise<HostileShop> {
  const ending = new AsyncDisposableStack()
  const orm = await openDatabase(databaseUrl, {}, parts)
  ending.defer(() => orm.close())
  await prepareDatabase(orm, { print: () => {}, parts })
  await seedDemoShop(orm)
  const login = { email: 'admin@example.com', password: 'correct horse' }
  await addUser(orm, { ...login, role: 'admin' })
  const token = await issueApiToken(orm, login.email)
  const faults: string[] = []
  const logger = pino({ level: 'error' }, { write: (line: string) => void faults.push(line.slice(0, 2000)) })
  const files = new LocalFiles({ directory: join(tmpdir(), `hostile-${process.pid}`), links: new FileLinks(secret) })
  const config = {
    sessionSecret: secret,
    cookieSameSite: 'lax' as const,
    trustProxy: true,
    storeCors: [storeOrigin],
    adminCors: [adminOrigin],
    logLevel: 'error' as const,
  }
  const server = await listen(createServer(createApp({ orm, files, config, logger, parts })), {
    host: '127.0.0.1',
    port: 0,
  })
  ending.defer(() => {
    server.close()
    server.closeAllConnections()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const shopping = await openRaceShop([{ url, ...login }])
  await sellSomething(shopping)
  const known = await furnishShop(shopping)
  const prototypes = namesInPrototypes()
  return {
    url,
    vocabulary: await vocabularyOf(orm),
    callers: callersOf(orm, { secret, token }),
    faults: () => faults,
    harm: async () => [
      ...((await fetch(`${url}/store/regions`)).ok ? [] : ['The shop does not respond']),
      ...(namesInPrototypes() === prototypes ? [] : ['The prototypes of objects have changed']),
    ],
    heapMegabytes,
    query: (sql) => orm.em.fork().execute(sql),
    known,
    cookie: await logIn({ url, ...login }),
    [Symbol.asyncDispose]: () => ending.disposeAsync(),
  }
}

async function sellSomething(shop: RaceShop): Promise<void> {
  const { id: variant_id } = await shop.variant(1000)
  const { code } = await shop.discount(1000)
  const carts = await shop.payableCarts(4, { variant_id, discounts: [{ code }] })
  await shop.giftCard(1000)
  for (const id of carts.slice(1)) await shop.post(`/store/carts/${id}/complete`)
  await askForMore(shop, variant_id)
}

async function askForMore(shop: RaceShop, variant_id: string): Promise<void> {
  const [admin] = (await shop.administrators(1)) as [Administrator]
  const { orders } = (await admin('GET', '/admin/orders?limit=2&fields=id')).body
  for (const { id: order_id } of orders) {
    const { order_edit } = (await admin('POST', '/admin/order-edits', { order_id })).body
    await admin('POST', `/admin/order-edits/${order_edit.id}/items`, { variant_id, quantity: 1 })
  }
  const [{ id }] = (await admin('GET', '/admin/order-edits')).body.order_edits
  const { order_edit } = (await admin('POST', `/admin/order-edits/${id}/request`, {})).body
  const sessions = `/store/payment-collections/${order_edit.payment_collection_id}/sessions`
  await shop.post(sessions, { provider_id: 'manual' })
}

async function furnishShop(shop: RaceShop): Promise<KnownInputs> {
  const [administrator] = (await shop.administrators(1)) as [Administrator]
  const shared = await shareOrders(shop, administrator, 4)
  for (let turn = 0; turn < 200; turn++) await actOnSomeOrder(administrator, shared)
  const { order } = (await administrator('GET', `/admin/orders/${shared.ids[0]}`)).body
  const { id: variant_id } = await shop.variant(10)
  const [id = ''] = await shop.payableCarts(1, { variant_id })
  const [card, discount] = [await shop.giftCard(500), await shop.discount(5)]
  return furnish(administrator, { order, cart: { id }, card, discount })
}

function heapMegabytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed / 1024 / 1024
}
